package report

import (
	"fmt"

	"github.com/pildora/pildora/eval"
)

// groups writes the figures by language and by category, where there are
// several.
func (p *page) groups() {
	c, ok := judged(p.r)
	groups := eval.Groups(p.r, c.key)
	if !ok || len(groups) == 0 {
		return
	}
	fmt.Fprintf(p.out, "<section id=groups><h2>%s by kind of question</h2><div class=scroll><table class=sortable><thead><tr><th scope=col>questions</th><th scope=col>number</th>", escape(c.label))
	for _, t := range p.r.Runs {
		fmt.Fprintf(p.out, "<th scope=col><bdi>%s</bdi></th>", escape(t.Name))
	}
	p.out.WriteString("</tr></thead><tbody>\n")
	for _, g := range groups {
		fmt.Fprintf(p.out, "<tr><th scope=row>%s <bdi>%s</bdi></th><td>%d</td>", escape(g.By), escape(g.Value), g.Questions)
		for _, m := range g.Means {
			fmt.Fprintf(p.out, "<td>%s</td>", figure(m))
		}
		p.out.WriteString("</tr>\n")
	}
	p.out.WriteString("</tbody></table></div></section>\n")
}
