// Package opctest makes packages for tests.
package opctest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
)

// Zip makes a zip of parts, given as name, content, name, content …, in that
// order. "mimetype" is stored, as OpenDocument and EPUB want it; all else is
// packed.
func Zip(parts ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		h := &zip.FileHeader{Name: parts[i], Method: zip.Deflate}
		if parts[i] == "mimetype" {
			h.Method = zip.Store
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, parts[i+1])
		}
		if err != nil {
			panic(fmt.Sprintf("opctest: %v", err)) // writing to memory
		}
	}
	if err := z.Close(); err != nil {
		panic(fmt.Sprintf("opctest: %v", err))
	}
	return b.Bytes()
}
