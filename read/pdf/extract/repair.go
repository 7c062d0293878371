package extract

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

var (
	objectStart = regexp.MustCompile(`(?:^|[\r\n\s])(\d{1,9})[ \t\r\n]+(\d{1,5})[ \t\r\n]+obj\b`)
	isCatalog   = regexp.MustCompile(`/Type\s*/Catalog\b`)
	isPage      = regexp.MustCompile(`/Type\s*/Page[^s\w]`)
)

// dictionaryBytes is how far into an object its type is looked for.
const dictionaryBytes = 4 << 10

// maxTableObjects is how many objects of a damaged file are looked at.
const maxTableObjects = 1_000_000

// repaired returns what to try for a file that lost its end, and with it the
// way to its pages: the file with a new end that names its catalog, and with
// one that names the pages found, in the order in which they stand.
func repaired(data []byte) [][]byte {
	var out [][]byte
	var kids bytes.Buffer
	catalog, last, pages := "", 0, 0
	starts := objectStart.FindAllSubmatchIndex(data, maxTableObjects)
	for i, at := range starts {
		end := min(len(data), at[1]+dictionaryBytes)
		if i+1 < len(starts) {
			end = min(end, starts[i+1][0])
		}
		number, err := strconv.Atoi(string(data[at[2]:at[3]]))
		if err != nil {
			continue
		}
		last = max(last, number)
		ref := fmt.Sprintf("%d %s R", number, data[at[4]:at[5]])
		body, _, _ := bytes.Cut(data[at[1]:end], []byte("endobj"))
		body, _, _ = bytes.Cut(body, []byte("stream"))
		switch {
		case isCatalog.Match(body):
			catalog = ref
		case isPage.Match(body) && pages < MaxPages:
			pages++
			kids.WriteString(" " + ref)
		}
	}
	if catalog != "" {
		out = append(out, withEnd(data, "", last, catalog))
	}
	if pages > 0 {
		objects := fmt.Sprintf("\n%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n%d 0 obj\n<< /Type /Pages /Count %d /Kids [%s] >>\nendobj",
			last+1, last+2, last+2, pages, kids.Bytes())
		out = append(out, withEnd(data, objects, last+2, fmt.Sprintf("%d 0 R", last+1)))
	}
	return out
}

// withEnd adds objects and a trailer. Its table of objects is missing, so that
// pdfium looks for them itself.
func withEnd(data []byte, objects string, last int, root string) []byte {
	return append(bytes.Clone(data), fmt.Sprintf("%s\ntrailer\n<< /Size %d /Root %s >>\nstartxref\n0\n%%%%EOF\n", objects, last+1, root)...)
}
