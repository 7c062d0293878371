package drawing_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pildora/pildora/internal/cputime"
	"github.com/pildora/pildora/read"
	"github.com/pildora/pildora/read/office/drawing"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
	"github.com/pildora/pildora/read/office/opc/opctest"
)

func TestAlt(t *testing.T) {
	for _, c := range [][3]string{
		{"A ship", "", "A ship"}, {"", "A title", "A title"}, {"foto.PNG", "", ""}, {"foto.png", "A ship", "A ship"},
		{"Una nave\n\nDescripción generada automáticamente", "", "Una nave"}, {"A dog\nDescription automatically generated with medium confidence", "", "A dog"},
		{strings.Repeat("ñ", 4000), "", strings.Repeat("ñ", 1024)},
	} {
		if got := drawing.Alt(c[0], c[1]); got != c[2] {
			t.Errorf("%.40q, %q: %.40q", c[0], c[1], got)
		}
	}
}

func open(t *testing.T, content string) *opc.Package {
	t.Helper()
	p, err := opc.Open(context.Background(), read.Source{URI: "a", Data: opctest.Zip("a", content)}, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const namespaces = ` xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"` +
	` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`

// diagram has n points in a row, each below the one before, the first below the
// last too.
func diagram(n int) string {
	var points, links strings.Builder
	for i := range n {
		fmt.Fprintf(&points, `<dgm:pt modelId="%d"><dgm:t><a:p><a:r><a:t>p%d</a:t></a:r></a:p></dgm:t></dgm:pt>`, i, i)
		fmt.Fprintf(&links, `<dgm:cxn srcId="%d" destId="%d"/>`, i, (i+1)%n)
	}
	return "<dgm:dataModel" + namespaces + "><dgm:ptLst>" + points.String() + "</dgm:ptLst><dgm:cxnLst>" + links.String() + "</dgm:cxnLst></dgm:dataModel>"
}

// TestDiagram reads each point of a circle once.
func TestDiagram(t *testing.T) {
	blocks, err := drawing.Diagram(context.Background(), open(t, diagram(50)), "a")
	if err != nil || len(blocks) != 50 || blocks[1].Mark.Level != 1 || blocks[49].Mark.Level > 8 {
		t.Errorf("%d blocks, %v", len(blocks), err)
	}
	small, large := open(t, diagram(300)), open(t, diagram(4800))
	work := func(p *opc.Package) func() {
		return func() { _, _ = drawing.Diagram(context.Background(), p, "a") }
	}
	if testing.Short() {
		return
	}
	if err := cputime.Grows(16, work(small), work(large)); err != nil {
		t.Error(err)
	}
}

// TestMissing reads nothing where there is nothing, or nothing that is XML.
func TestMissing(t *testing.T) {
	p := open(t, "nothing")
	for _, part := range []string{"a", "b", ""} {
		blocks, err := drawing.Chart(context.Background(), p, part)
		more, err2 := drawing.Diagram(context.Background(), p, part)
		if len(blocks)+len(more) != 0 || err != nil || err2 != nil {
			t.Errorf("%q: %v, %v", part, err, err2)
		}
	}
}

// TestChart bounds the points of a chart, and keeps the rest of the numbers.
func TestChart(t *testing.T) {
	var points strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&points, `<c:pt idx="%d"><c:v>%d.5</c:v></c:pt>`, i*1000, i)
	}
	chart := "<c:chartSpace" + namespaces + "><c:chart><c:plotArea><c:lineChart><c:ser><c:val><c:numRef><c:numCache>" + points.String() +
		`<c:pt idx="-1"><c:v>1</c:v></c:pt><c:pt idx="x"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`
	blocks, err := drawing.Chart(context.Background(), open(t, chart), "a")
	if err != nil || len(blocks) != 1 || blocks[0].Kind != flow.Table {
		t.Fatalf("%v, %v", blocks, err)
	}
	if rows := blocks[0].Table.Rows; len(rows) != 2001 || rows[2].Cells[1].Blocks[0].Plain() != "1.5" || rows[2].Cells[0].Blocks[0].Plain() != "1001" {
		t.Errorf("%d rows, %+v", len(rows), rows[2])
	}
	titled := "<c:chartSpace" + namespaces + "><c:chart><c:title><a:p><a:r><a:t>Alone</a:t></a:r></a:p></c:title></c:chart></c:chartSpace>"
	if blocks, err = drawing.Chart(context.Background(), open(t, titled), "a"); err != nil || len(blocks) != 1 || blocks[0].Plain() != "Alone" {
		t.Errorf("%v, %v", blocks, err)
	}
}
