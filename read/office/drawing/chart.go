package drawing

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/read/office/flow"
	"github.com/pildora/pildora/read/office/opc"
)

// Bounds of a chart that is read: more points than that are data, not a table
// to read.
const (
	maxSeries = 100
	maxPoints = 2000
)

// Chart reads a chart as a table: a row a category, a column a series, with the
// chart's title as its caption.
func Chart(ctx context.Context, p *opc.Package, part string) ([]flow.Block, error) {
	root, err := tree(ctx, p, part)
	if root == nil {
		return nil, err
	}
	at := doc.Origin{Part: part}
	chart := root.Kid("c:chart")
	title := strings.ReplaceAll(Text(chart.Kid("c:title")), "\n", " ")
	if title == "" {
		title = chart.Kid("c:title", "c:tx", "c:strRef", "c:strCache", "c:pt", "c:v").Content()
	}
	var all []series
	chart.Kid("c:plotArea").Walk(func(n *opc.Node) bool {
		if n.Name == "c:ser" {
			if len(all) < maxSeries {
				all = append(all, seriesOf(n))
			}
			return false
		}
		return true
	})
	grid := gridOf(all, at)
	if grid == nil {
		if title == "" {
			return nil, nil
		}
		return []flow.Block{flow.Words(flow.Paragraph, title, at)}, nil
	}
	if title != "" {
		grid.Caption = []flow.Piece{{Text: title, From: at}}
	}
	return []flow.Block{{Kind: flow.Table, Table: grid, From: at}}, nil
}

// series is one row of points.
type series struct {
	name               string
	categories, values map[int]string // by index
}

func seriesOf(n *opc.Node) series {
	s := series{categories: map[int]string{}, values: map[int]string{}}
	for _, k := range n.Kids {
		switch k.Name {
		case "c:tx":
			names := map[int]string{}
			points(k, names)
			s.name = names[0]
			if s.name == "" {
				s.name = k.Kid("c:v").Content()
			}
		case "c:cat", "c:xVal":
			points(k, s.categories)
		case "c:val", "c:yVal":
			points(k, s.values)
		}
	}
	return s
}

// points gathers the points of a reference's cache. Of categories of several
// levels the outer ones come after the inner ones, and are put in front.
func points(n *opc.Node, into map[int]string) {
	n.Walk(func(k *opc.Node) bool {
		if k.Name != "c:pt" {
			return true
		}
		i, err := strconv.Atoi(k.Attr("idx"))
		if err != nil || i < 0 || len(into) >= maxPoints && into[i] == "" {
			return false
		}
		value := shown(k.Kid("c:v").Content())
		if into[i] != "" && value != "" {
			value += " " + into[i]
		}
		into[i] = value
		return false
	})
}

// shown is a value without the digits that binary fractions add.
func shown(value string) string {
	value = strings.Join(strings.Fields(value), " ")
	if f, err := strconv.ParseFloat(value, 64); err == nil && len(value) > 12 {
		return strconv.FormatFloat(f, 'g', 12, 64)
	}
	return value
}

func gridOf(all []series, at doc.Origin) *flow.Grid {
	rows := map[int]string{}
	for _, s := range all {
		for i := range s.values {
			if rows[i] == "" {
				rows[i] = s.categories[i]
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	cell := func(text string) flow.Cell {
		return flow.Cell{Blocks: []flow.Block{flow.Words(flow.Paragraph, text, at)}, From: at}
	}
	header := flow.Row{Header: true, From: at, Cells: []flow.Cell{cell("")}}
	for _, s := range all {
		header.Cells = append(header.Cells, cell(s.name))
	}
	grid := &flow.Grid{Rows: []flow.Row{header}}
	for _, i := range slices.Sorted(maps.Keys(rows)) {
		name := rows[i]
		if name == "" {
			name = strconv.Itoa(i + 1)
		}
		r := flow.Row{From: at, Cells: []flow.Cell{cell(name)}}
		for _, s := range all {
			r.Cells = append(r.Cells, cell(s.values[i]))
		}
		grid.Rows = append(grid.Rows, r)
	}
	return grid
}
