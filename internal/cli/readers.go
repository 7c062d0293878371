package cli

import (
	"os"

	"github.com/pildora/pildora/internal/catalog"
	"github.com/pildora/pildora/internal/config"
	"github.com/pildora/pildora/read/pdf"
	"github.com/pildora/pildora/read/pdf/ocr"
	"github.com/pildora/pildora/read/pdf/worker"
)

// newReaders are the readers as the settings want them. Workers end with the
// program.
func (a *app) newReaders(s config.Settings) (catalog.Readers, error) {
	command, err := ocr.Parse(s.OCR)
	if err != nil {
		return catalog.Readers{}, s.Fault(err, "ocr")
	}
	command.Lang = s.OCRLang
	if command.Lang == "" && s.Lang != "auto" {
		command.Lang = ocr.LangOf(s.Lang)
	}
	r := catalog.Readers{PDF: pdf.Reader{MaxBytes: s.MaxFileBytes, Password: s.Password, OCR: command}}
	if a.env.Helpers {
		if r.PDF.Extractor, err = a.pdfWorkers(s); err != nil {
			return catalog.Readers{}, err
		}
	}
	return r, nil
}

// pdfWorkers are this program once more, as many times as documents are read
// at once, each with PDF files to read; none is started before there is one.
func (a *app) pdfWorkers(s config.Settings) (*worker.Pool, error) {
	if a.workers == nil {
		program, err := os.Executable()
		if err != nil {
			return nil, err
		}
		a.workers = &worker.Pool{Command: []string{program, pdfExtract}, CacheDir: pdf.CacheDir(a.variable("XDG_CACHE_HOME")), Size: workers(s)}
	}
	return a.workers, nil
}

// close ends what the command started.
func (a *app) close() {
	for _, c := range a.closers {
		_ = c() // as below
	}
	if a.workers != nil {
		_ = a.workers.Close() // the results are out
	}
}
