package boundary_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/pildora/pildora/chunk"
	"github.com/pildora/pildora/chunk/cut"
	"github.com/pildora/pildora/doc"
	"github.com/pildora/pildora/eval/boundary"
	"github.com/pildora/pildora/size"
)

// How well does a splitter see where one text ends and another begins?
func ExampleEvaluate() {
	docs := []*doc.Document{
		{URI: "tea", Text: "Tea is a plant.\n\nIt likes rain."},
		{URI: "law", Text: "A law has articles.\n\nArticles have numbers."},
	}
	d, truth := boundary.Stitch(slices.Values(docs), boundary.Stitching{})
	sp := chunk.Pack(chunk.Limits{Max: 7, Measure: size.Words}, cut.Blocks, cut.Words)
	s, err := boundary.Evaluate(context.Background(), sp, d, truth, boundary.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d words, %d true boundary, %d cut\n", s.Units, s.True, s.Cuts)
	fmt.Printf("Pk %.2f, WindowDiff %.2f, recall %.2f, AMI of boundaries %.2f\n", s.Pk, s.WindowDiff, s.Recall, s.BoundaryAMI)
	// Output:
	// 14 words, 1 true boundary, 1 cut
	// Pk 0.00, WindowDiff 0.00, recall 1.00, AMI of boundaries 1.00
}
