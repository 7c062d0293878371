package opc

import (
	"bytes"
	"fmt"

	"github.com/pildora/pildora/read"
)

// foreign returns an error for data that is no zip, and says what it is.
func foreign(data []byte) error {
	switch {
	case len(data) == 0:
		return fmt.Errorf("%w: the file is empty", ErrFormat)
	case bytes.HasPrefix(data, compoundMagic):
		return legacy(data)
	case bytes.Contains(data[:min(len(data), 1<<16)], local), bytes.Contains(data[max(0, len(data)-1<<16):], []byte("PK\x05\x06")):
		return nil // a self-extracting or a mended zip begins with something else
	}
	return fmt.Errorf("%w: it is no zip but looks like %s; name it by what it is, or say so with --format", ErrFormat, read.MediaByContent(data))
}

// legacy says what is in a compound file: Word, Excel and PowerPoint of before
// 2007, or a document of today that a password protects.
func legacy(data []byte) error {
	names := compoundNames(data)
	if names["EncryptedPackage"] || names["EncryptionInfo"] {
		return fmt.Errorf("%w: the document is protected by a password; open it with the program that made it, remove the password and save it", ErrEncrypted)
	}
	for _, kind := range [...]struct{ stream, program, ext, now string }{
		{"WordDocument", "Word", "doc", "docx"},
		{"Workbook", "Excel", "xls", "xlsx"},
		{"Book", "Excel", "xls", "xlsx"},
		{"PowerPoint Document", "PowerPoint", "ppt", "pptx"},
		{"__properties_version1.0", "Outlook", "msg", "eml"},
	} {
		if names[kind.stream] {
			return fmt.Errorf("%w: made by %s (.%s); save it as .%s, with %s or with LibreOffice (soffice --convert-to %s FILE)",
				ErrLegacy, kind.program, kind.ext, kind.now, kind.program, kind.now)
		}
	}
	return fmt.Errorf("%w: a compound file (OLE) of an unknown kind; save it in a format of today", ErrLegacy)
}
