package extract

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// DefaultMemoryBytes is how much memory an instance may take where nothing
// else is set: the file itself, and what pdfium makes of it.
const DefaultMemoryBytes = 768 << 20

// Config says how an engine runs.
type Config struct {
	// CacheDir is the folder that the compiled module is kept in, some 20 MB
	// for each version of it; it is made if need be. Empty means that it is
	// compiled anew each time. Whoever may write there may run code here.
	CacheDir string
	// MemoryBytes is the most memory that an instance may take; 0 means
	// DefaultMemoryBytes. It is rounded down to 64 KiB.
	MemoryBytes int64
	// Interruptible says that a call ends when its context does, wherever it
	// is. It costs a good deal of speed.
	Interruptible bool
}

const wasmPage = 1 << 16

func (c Config) memory() int64 {
	if c.MemoryBytes <= 0 {
		return DefaultMemoryBytes
	}
	return c.MemoryBytes
}

func (c Config) runtime() (wazero.RuntimeConfig, wazero.CompilationCache, error) {
	r := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(uint32(min(c.memory()/wasmPage, 1<<16))).
		WithDebugInfoEnabled(false).
		WithCloseOnContextDone(c.Interruptible)
	if c.CacheDir == "" {
		return r, nil, nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(c.CacheDir)
	if err != nil {
		return nil, nil, err
	}
	return r.WithCompilationCache(cache), cache, nil
}

// Engine is pdfium, compiled. It is safe for concurrent use.
type Engine struct {
	pool  pdfium.Pool
	cache wazero.CompilationCache // nil without a folder
	most  int64                   // bytes of memory of an instance

	mu     sync.Mutex // held while an instance begins, so that newest is its module
	newest api.Module
}

// Open compiles pdfium, or loads it as it was compiled before. A damaged file
// in the cache is replaced; where the cache can't be used there is none. The
// engine outlives ctx.
func Open(ctx context.Context, c Config) (*Engine, error) {
	e, err := open(ctx, c)
	if err != nil && c.CacheDir != "" && ctx.Err() == nil {
		c.clear()
		if e, err = open(ctx, c); err != nil {
			c.CacheDir = ""
			e, err = open(ctx, c)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("pdf: pdfium doesn't start: %w", err)
	}
	return e, nil
}

// clear removes what wazero has in the cache.
func (c Config) clear() {
	dirs, _ := filepath.Glob(filepath.Join(c.CacheDir, "wazero-*")) // of a pattern that is none there are none
	for _, dir := range dirs {
		_ = os.RemoveAll(dir) // what stays is found damaged again
	}
}

// instances is how many documents one engine reads at once; more wait.
const instances = 256

func open(ctx context.Context, c Config) (*Engine, error) {
	config, cache, err := c.runtime()
	if err != nil {
		return nil, err
	}
	e := &Engine{cache: cache, most: c.memory()}
	compiling := experimental.WithFunctionListenerFactory(context.WithoutCancel(ctx), starting{e})
	compiling = experimental.WithCompilationWorkers(compiling, runtime.GOMAXPROCS(0))
	e.pool, err = webassembly.Init(webassembly.Config{
		Context:       withMemory(compiling),
		MaxTotal:      instances,
		FSConfig:      wazero.NewFSConfig(), // the default is the whole file system
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Close gives the memory back. No call may be under way.
func (e *Engine) Close() error {
	err := e.pool.Close()
	if e.cache != nil {
		if cacheErr := e.cache.Close(context.Background()); err == nil {
			err = cacheErr
		}
	}
	return err
}

// instance begins an instance of pdfium; release ends it.
func (e *Engine) instance(ctx context.Context) (m *module, release func(), err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.newest = nil
	i, err := e.pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, nil, err
	}
	release = func() { _ = i.Kill() } // what it was doing or held no longer matters
	if e.newest == nil {
		release()
		return nil, nil, fmt.Errorf("pdf: pdfium began without FPDF_InitLibrary")
	}
	m, err = newModule(ctx, e.newest, e.most)
	if err != nil {
		release()
		return nil, nil, err
	}
	return m, release, nil
}

// starting hears when an instance of pdfium begins, and keeps its module: the
// calls of go-pdfium look up several handles and allocate memory for each
// character, which takes far longer than the calls themselves.
type starting struct{ e *Engine }

func (s starting) NewFunctionListener(f api.FunctionDefinition) experimental.FunctionListener {
	for _, name := range f.ExportNames() {
		if name == "FPDF_InitLibrary" {
			return s
		}
	}
	return nil
}

// Before keeps the module. It is called within instance, which holds the lock.
func (s starting) Before(_ context.Context, m api.Module, _ api.FunctionDefinition, _ []uint64, _ experimental.StackIterator) {
	s.e.newest = m
}

// After does nothing.
func (starting) After(context.Context, api.Module, api.FunctionDefinition, []uint64) {}

// Abort does nothing.
func (starting) Abort(context.Context, api.Module, api.FunctionDefinition, error) {}
