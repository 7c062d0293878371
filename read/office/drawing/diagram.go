package drawing

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// maxLevel is how deep the items of a diagram nest; deeper ones stay there.
const maxLevel = 8

// Diagram reads the text of a diagram from its data part: an item a point,
// nested as the points are.
func Diagram(ctx context.Context, p *opc.Package, part string) ([]flow.Block, error) {
	root, err := tree(ctx, p, part)
	if root == nil {
		return nil, err
	}
	d := diagram{part: part, points: map[string]*opc.Node{}, below: map[string][]link{}, seen: map[string]bool{}}
	var order []string
	top := ""
	for pt := range root.Kid("dgm:ptLst").All("dgm:pt") {
		id := pt.Attr("modelId")
		switch kind := pt.Attr("type"); kind {
		case "", "node", "asst":
			d.points[id] = pt
			order = append(order, id)
		case "doc":
			top = id
		}
	}
	for c := range root.Kid("dgm:cxnLst").All("dgm:cxn") {
		if kind := c.Attr("type"); kind == "" || kind == "parOf" {
			at, _ := strconv.Atoi(c.Attr("srcOrd"))
			d.below[c.Attr("srcId")] = append(d.below[c.Attr("srcId")], link{c.Attr("destId"), at})
		}
	}
	d.under(top, 0)
	for _, id := range order { // what hangs on nothing
		d.point(id, 0)
	}
	return d.blocks, nil
}

// link leads to a point, in the order of at.
type link struct {
	to string
	at int
}

type diagram struct {
	part   string
	points map[string]*opc.Node
	below  map[string][]link
	seen   map[string]bool
	blocks []flow.Block
}

func (d *diagram) under(id string, level int) {
	links := d.below[id]
	slices.SortStableFunc(links, func(a, b link) int { return cmp.Compare(a.at, b.at) })
	for _, l := range links {
		d.point(l.to, level)
	}
}

// point writes a point and those below it, each once: a circle ends.
func (d *diagram) point(id string, level int) {
	n := d.points[id]
	if n == nil || d.seen[id] {
		return
	}
	d.seen[id] = true
	next := level
	if text := strings.ReplaceAll(Text(n.Kid("dgm:t")), "\n", " "); text != "" {
		b := flow.Words(flow.Item, text, from(d.part, n))
		b.Mark = flow.Mark{List: -1, Level: level}
		d.blocks = append(d.blocks, b)
		next = min(level+1, maxLevel)
	}
	d.under(id, next)
}
