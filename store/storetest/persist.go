package storetest

import (
	"testing"

	"github.com/pildora/pildora/store"
)

// RunPersistent tests that what is written to a folder is there when it is
// opened again, and through a second store opened beside the first.
func RunPersistent(t *testing.T, open func(t *testing.T, dir string) store.Store) {
	dir := t.TempDir()
	full := func() Full { return open(t, dir).(Full) }
	s := full()
	put(t, s, "a", "es", "los perros", "un gato")
	ok(t, s.Create(t.Context(), "dos", "receta"))
	d, rs := Doc("b", "en", "two dogs")
	ok(t, s.Replace(t.Context(), "dos", d, rs))
	want := (&model{ctx: t.Context()}).ask(s, store.Filter{})

	beside := full()
	same(t, "seen by another", (&model{ctx: t.Context()}).ask(beside, store.Filter{}), want)
	putVectors(t, s, "v", "m", []float32{1, 0}, []float32{0, 1})
	equal(t, "vectors", near(t, s, []float32{1, 0}, 9, store.Filter{}), "v#1 v#2")
	equal(t, "vectors seen by another", near(t, beside, []float32{1, 0}, 9, store.Filter{}), "v#1 v#2")
	putVectors(t, beside, "v", "m", []float32{0, 1}, []float32{1, 0})
	equal(t, "vectors written by another", near(t, s, []float32{1, 0}, 9, store.Filter{}), "v#2 v#1")
	ok(t, s.Delete(t.Context(), "", "v"))
	equal(t, "vectors deleted by another", near(t, beside, []float32{1, 0}, 9, store.Filter{}), "")
	put(t, beside, "c", "es", "un pez")
	equal(t, "written by another", found(t, s, "peces pez", store.Filter{}), "c#1")
	ok(t, s.Delete(t.Context(), "", "c"))
	ok(t, beside.Close())
	ok(t, s.Close())

	s = full()
	defer s.Close()
	same(t, "after opening again", (&model{ctx: t.Context()}).ask(s, store.Filter{}), want)
	equal(t, "index", found(t, s, "perro", store.Filter{}), "a#1")
	equal(t, "index of the other", found(t, s, "dog", store.Filter{Generation: "dos"}), "b#1")
	if c, isChecker := s.(store.Checker); isChecker {
		ok(t, c.Check(t.Context()))
	}
}
