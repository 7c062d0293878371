// Package pdftest writes small PDF files for tests.
//
// A [File] has [Page]s whose content is written in PDF's own operators, and
// whatever objects a test adds; [File.Bytes] makes a file of it, with a table
// of objects that is right.
package pdftest

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"strings"
)

// File is a PDF file being written.
type File struct {
	Pages []Page
	// Catalog and Info are entries added to the dictionaries of those names:
	// "/Lang (es)".
	Catalog, Info string
	// Objects are added as they are; the first has the number that FirstObject
	// says.
	Objects []string
	// User and Owner are the passwords that the file is encrypted with by RC4
	// of 40 bits, where Encrypt is set.
	Encrypt     bool
	User, Owner string
}

// Page is one page.
type Page struct {
	Content string // operators; fonts F1 (Helvetica), F2 (Helvetica-Bold), F3 (Times-Italic), F4 (Courier)
	Box     string // of the media; "" means A4, "0 0 595 842"
	Entries string // added to its dictionary: "/Rotate 90"
	XObject string // added to its resources: "/Im1 9 0 R"
}

// Numbers of objects that every file has.
const (
	catalogObject = 1
	pagesObject   = 2
	infoObject    = 3
	fontObject    = 4 // the first of four
	encryptObject = 8
	pageObject    = 9 // the first; a page and its content by turns
)

// Object is the number of the i-th page's object, from 0.
func Object(i int) int { return pageObject + 2*i }

// FirstObject is the number of the first of Objects.
func (f *File) FirstObject() int { return pageObject + 2*len(f.Pages) }

var id = []byte("0123456789abcdef")

// Bytes is the file.
func (f *File) Bytes() []byte {
	w := writer{offsets: map[int]int{}}
	if f.Encrypt {
		w.key = f.key()
	}
	w.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	kids := make([]string, len(f.Pages))
	for i := range f.Pages {
		kids[i] = fmt.Sprintf("%d 0 R", Object(i))
	}
	w.object(catalogObject, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R %s >>", pagesObject, f.Catalog))
	w.object(pagesObject, fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids)))
	w.object(infoObject, "<< "+f.Info+" >>")
	for i, name := range []string{"Helvetica", "Helvetica-Bold", "Times-Italic", "Courier"} {
		w.object(fontObject+i, fmt.Sprintf("<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>", name))
	}
	if f.Encrypt {
		w.object(encryptObject, fmt.Sprintf("<< /Filter /Standard /V 1 /R 2 /O <%x> /U <%x> /P -4 >>", f.ownerEntry(), f.userEntry()))
	}
	for i, p := range f.Pages {
		box := p.Box
		if box == "" {
			box = "0 0 595 842"
		}
		w.object(Object(i), fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [%s] /Contents %d 0 R %s "+ // of two entries the last counts
			"/Resources << /Font << /F1 4 0 R /F2 5 0 R /F3 6 0 R /F4 7 0 R >> /XObject << %s >> >> >>",
			pagesObject, box, Object(i)+1, p.Entries, p.XObject))
		w.stream(Object(i)+1, "", []byte(p.Content))
	}
	for i, o := range f.Objects {
		w.object(f.FirstObject()+i, o)
	}
	return w.end(f)
}

// Stream is a stream as one of Objects.
func Stream(entries string, data []byte) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), entries, data)
}

// Text shows a line in a font and size at a place.
func Text(font string, size, x, y float64, s string) string {
	return fmt.Sprintf("BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, y, strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s))
}

// Lines shows lines one below the other, 14 points apart.
func Lines(x, y float64, lines ...string) string {
	var b strings.Builder
	for i, l := range lines {
		b.WriteString(Text("F1", 11, x, y-14*float64(i), l))
	}
	return b.String()
}

// writer writes objects and remembers where.
type writer struct {
	bytes.Buffer
	offsets map[int]int
	last    int
	key     []byte // of encryption; nil where there is none
}

// object writes an object as it is: of an encrypted file only streams are
// encrypted, so its dictionaries have no texts.
func (w *writer) object(number int, body string) {
	w.offsets[number] = w.Len()
	w.last = max(w.last, number)
	fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", number, body)
}

func (w *writer) stream(number int, entries string, data []byte) {
	if w.key != nil {
		data = crypt(w.key, number, data)
	}
	w.object(number, Stream(entries, data))
}

func (w *writer) end(f *File) []byte {
	start := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", w.last+1)
	for n := 1; n <= w.last; n++ {
		if at, used := w.offsets[n]; used {
			fmt.Fprintf(w, "%010d 00000 n \n", at)
		} else {
			w.WriteString("0000000000 00000 f \n")
		}
	}
	fmt.Fprintf(w, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [<%x><%x>]", w.last+1, catalogObject, infoObject, id, id)
	if f.Encrypt {
		fmt.Fprintf(w, " /Encrypt %d 0 R", encryptObject)
	}
	fmt.Fprintf(w, " >>\nstartxref\n%d\n%%%%EOF\n", start)
	return w.Bytes()
}

// padding fills passwords up, as the standard has it.
var padding = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

func padded(password string) []byte { return append([]byte(password), padding...)[:32] }

const permissions = -4

func (f *File) ownerEntry() []byte {
	owner := f.Owner
	if owner == "" {
		owner = f.User
	}
	sum := md5.Sum(padded(owner))
	return rc4of(sum[:5], padded(f.User))
}

func (f *File) key() []byte {
	h := md5.New()
	h.Write(padded(f.User))
	h.Write(f.ownerEntry())
	bits := int32(permissions)
	h.Write(binary.LittleEndian.AppendUint32(nil, uint32(bits)))
	h.Write(id)
	return h.Sum(nil)[:5]
}

func (f *File) userEntry() []byte { return rc4of(f.key(), padding) }

// crypt encrypts the data of an object.
func crypt(key []byte, number int, data []byte) []byte {
	sum := md5.Sum(append(append([]byte{}, key...), byte(number), byte(number>>8), byte(number>>16), 0, 0))
	return rc4of(sum[:len(key)+5], data)
}

func rc4of(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err) // the length of the key is ours
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}
