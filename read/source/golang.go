package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"sort"
	"strings"
)

// longestParsed bounds, in bytes, the Go that is parsed: parsing can't be
// cancelled.
const longestParsed = 1 << 22

// parsed returns the declarations of Go that parses. Imports are none. The
// parser drops carriage returns from what it measures, so text that holds any is
// left to the scanner.
func parsed(text string, lines []line) ([]decl, bool) {
	if len(text) > longestParsed || strings.IndexByte(text, '\r') >= 0 {
		return nil, false
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	base := set.File(file.FileStart)
	lineAt := func(p token.Pos) int {
		at := base.Offset(p)
		return max(0, sort.Search(len(lines), func(i int) bool { return lines[i].start > at })-1)
	}
	var out []decl
	for _, n := range file.Decls {
		var comment *ast.CommentGroup
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.IMPORT {
				continue
			}
			comment = n.Doc
		case *ast.FuncDecl:
			comment = n.Doc
		}
		d := decl{sign: lineAt(n.Pos()), last: lineAt(n.End() - 1), parent: -1}
		d.first = d.sign
		if comment != nil {
			d.first = lineAt(comment.Pos())
		}
		for d.last+1 < len(lines) && lines[d.last+1].inside { // a comment behind it goes on
			d.last++
		}
		if len(out) > 0 && d.first <= out[len(out)-1].last {
			out[len(out)-1].last = max(d.last, out[len(out)-1].last) // they share a line
			continue
		}
		out = append(out, d)
	}
	return out, true
}
