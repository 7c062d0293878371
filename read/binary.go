package read

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
)

// ErrBinary is wrapped by the error for data that is no text in any charset.
var ErrBinary = errors.New("binary data, not text")

// magics are the first bytes of binary formats. Those in printable ASCII
// could begin a text too, so they count only before a NUL byte in the first
// 512, save where the format's own header is long enough to be sure.
var magics = [...]struct {
	prefix, name string
	sure         bool
}{
	{"\x89PNG\r\n\x1a\n", "a PNG image", true},
	{"\xff\xd8\xff", "a JPEG image", true},
	{"GIF87a", "a GIF image", false},
	{"GIF89a", "a GIF image", false},
	{"II*\x00", "a TIFF image", true},
	{"MM\x00*", "a TIFF image", true},
	{"RIFF", "a RIFF file (WebP, WAV, AVI)", false},
	{"%PDF-", "a PDF file", true},
	{"PK\x03\x04", "a ZIP archive or an office document", true},
	{"PK\x05\x06", "an empty ZIP archive", true},
	{"\x1f\x8b\x08", "gzip data", true},
	{"BZh", "bzip2 data", false},
	{"\xfd7zXZ\x00", "xz data", true},
	{"\x28\xb5\x2f\xfd", "zstd data", true},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", true},
	{"Rar!\x1a\x07", "a RAR archive", true},
	{"\x7fELF", "an ELF program", true},
	{"MZ", "a Windows program", false},
	{"\xcf\xfa\xed\xfe", "a Mach-O program", true},
	{"\xca\xfe\xba\xbe", "a Java class or Mach-O program", true},
	{"\x00asm", "a WebAssembly module", true},
	{"SQLite format 3\x00", "an SQLite database", true},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (OLE)", true},
	{"PAR1", "a Parquet file", false},
	{"OggS", "Ogg sound", false},
	{"fLaC", "FLAC sound", false},
	{"ID3", "MP3 sound", false},
	{"wOFF", "a font", false},
	{"wOF2", "a font", false},
}

// magicOf names the binary format that data begins like, or returns "".
func magicOf(data []byte) string {
	for _, m := range magics {
		if !bytes.HasPrefix(data, []byte(m.prefix)) {
			continue
		}
		if m.sure || bytes.IndexByte(data[:min(len(data), 512)], 0) >= 0 {
			return m.name
		}
	}
	return ""
}

// textControl reports whether text files use the control character b: white
// space, backspace (overstriking), escape (colours, ISO-2022), and the file
// end of DOS.
func textControl(b byte) bool { return strings.IndexByte("\b\t\n\v\f\r\x1a\x1b", b) >= 0 }

// foreign is 1 for the control characters that text files don't use: a table,
// because every document's head is counted by it.
var foreign = func() (t [256]uint8) {
	for b := range 0x20 {
		if !textControl(byte(b)) {
			t[b] = 1
		}
	}
	t[0x7f] = 1
	return t
}()

// mayControl reports whether one of the eight bytes is below a blank or is DEL.
// In a byte that is, and in none if no byte is, the subtraction sets the high
// bit that the byte itself hasn't.
func mayControl(w uint64) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	del := w ^ 0x7f*ones
	return ((w-0x20*ones)&^w|(del-ones)&^del)&high != 0
}

// isBinary reports whether more of the data's first 64 KiB are control bytes
// than any text has: random bytes have a tenth. Valid UTF-8 is hardly ever
// anything else, so it may hold more.
func isBinary(data []byte, validUTF8 bool) bool {
	head := data[:min(len(data), guessBytes)]
	size, controls := len(head), 0
	for ; len(head) >= 8; head = head[8:] {
		if mayControl(binary.LittleEndian.Uint64(head)) {
			for _, b := range head[:8] {
				controls += int(foreign[b])
			}
		}
	}
	for _, b := range head {
		controls += int(foreign[b])
	}
	if validUTF8 {
		return controls >= 8 && controls*10 > size*3
	}
	return controls >= 4 && controls*20 > size
}
