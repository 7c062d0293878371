package html

import "golang.org/x/net/html/atom"

// element is an index into elements; the first ones are not elements.
type element uint8

// trait says how an element behaves.
type trait uint32

const (
	block      trait = 1 << iota // begins and ends a line of its own
	void                         // has no content and no end tag
	special                      // an end tag of an inline element doesn't reach over it
	formatting                   // may be closed across blocks
	barrier                      // end tags inside don't reach over it
	closesP                      // its start tag ends an open paragraph
	dropped                      // never read
	raw                          // its content is text up to its end tag, and not read
	heading                      // h1 to h6
	list                         // ul, ol and the like
	pre                          // white space counts
	control                      // a part of a form
	landmark                     // may be boilerplate
)

const (
	text  element = iota // a piece of text
	other                // an element that means nothing to us
	elA
	elArticle
	elAside
	elB
	elBlockquote
	elBr
	elButton
	elCaption
	elCode
	elCol
	elDd
	elDel
	elDetails
	elDialog
	elDiv
	elDl
	elDt
	elEm
	elFigcaption
	elFigure
	elFooter
	elForeignObject
	elForm
	elH1
	elH2
	elH3
	elH4
	elH5
	elH6
	elHeader
	elHr
	elImg
	elInput
	elLi
	elMain
	elMath
	elAnnotation
	elNav
	elOl
	elOption
	elP
	elPre
	elQ
	elRp
	elRt
	elSection
	elStrong
	elSub
	elSummary
	elSup
	elSvg
	elTable
	elTbody
	elTd
	elTfoot
	elTh
	elThead
	elTr
	elUl
	elXmp
	elPlaintext
	elTitle
	elMeta
	elBase
	elLink
	elHTML
	elBody
	elHead
	elBlock      // any other block
	elSpecial    // any other element that ends paragraphs but isn't read as more
	elFormatting // any other formatting element
	elVoid       // any other void element
	elDropped    // any other element that is not read
	elRaw        // any other element of raw text
	elControl    // any other part of a form
	elPage       // those of a Composer alone
	elTurn
	elRecord
	elFootnote
	elFormula
	elementCount
)

// traits of each element.
var traits = [elementCount]trait{
	elA: formatting, elB: formatting, elCode: formatting, elEm: formatting, elStrong: formatting, elFormatting: formatting,
	elDel: formatting,

	elArticle: block | special | closesP, elSection: block | special | closesP, elDiv: block | special | closesP,
	elMain:  block | special | closesP,
	elAside: block | special | closesP | landmark, elNav: block | special | closesP | landmark,
	elHeader: block | special | closesP | landmark, elFooter: block | special | closesP | landmark,
	elBlockquote: block | special | closesP, elDetails: block | special | closesP, elDialog: block | special | closesP,
	elFigure: block | special | closesP, elFigcaption: block | special | closesP, elSummary: block | special | closesP,
	elForm: block | special | closesP, elBlock: block | special | closesP, elHr: block | special | closesP | void,
	elP: block | special | closesP, elSpecial: special,

	elH1: block | special | closesP | heading, elH2: block | special | closesP | heading, elH3: block | special | closesP | heading,
	elH4: block | special | closesP | heading, elH5: block | special | closesP | heading, elH6: block | special | closesP | heading,

	elUl: block | special | closesP | list, elOl: block | special | closesP | list, elLi: block | special | closesP,
	elDl: block | special | closesP, elDt: block | special | closesP, elDd: block | special | closesP,

	elPre: block | special | closesP | pre, elXmp: block | special | closesP | pre, elPlaintext: block | special | closesP | pre,

	elTable: block | special | closesP | barrier, elCaption: block | special | barrier,
	elTbody: block | special, elThead: block | special, elTfoot: block | special, elTr: block | special,
	elTd: block | special | barrier, elTh: block | special | barrier, elCol: void,

	elBr: void, elImg: void, elInput: void | control, elVoid: void, elMeta: void, elBase: void, elLink: void,
	elSvg: dropped, elForeignObject: dropped | special | barrier, elDropped: dropped, elRaw: dropped | raw,
	elPage: block | special | closesP, elTurn: block | special | closesP, elRecord: block | special | closesP,
	elFootnote: block | special | closesP, elFormula: block | special | closesP | pre,
	elButton: control | special, elControl: control | dropped, elOption: control | dropped,
}

func (e element) is(t trait) bool { return traits[e]&t != 0 }

// elements finds an element by its name.
var elements = map[atom.Atom]element{
	atom.A: elA, atom.Article: elArticle, atom.Aside: elAside, atom.Blockquote: elBlockquote, atom.Br: elBr,
	atom.Button: elButton, atom.Caption: elCaption, atom.Code: elCode, atom.Samp: elCode, atom.Tt: elCode, atom.Col: elCol,
	atom.Dd: elDd, atom.Del: elDel, atom.S: elDel, atom.Strike: elDel, atom.Details: elDetails, atom.Dialog: elDialog,
	atom.Div: elDiv, atom.Dl: elDl, atom.Dt: elDt, atom.Em: elEm, atom.Figcaption: elFigcaption, atom.Figure: elFigure,
	atom.Footer: elFooter, atom.ForeignObject: elForeignObject, atom.Foreignobject: elForeignObject, atom.Form: elForm,
	atom.H1: elH1, atom.H2: elH2, atom.H3: elH3, atom.H4: elH4, atom.H5: elH5, atom.H6: elH6, atom.Header: elHeader, atom.Hr: elHr,
	atom.Img: elImg, atom.Image: elImg, atom.Input: elInput, atom.Li: elLi, atom.Main: elMain, atom.Math: elMath,
	atom.Annotation: elAnnotation, atom.Nav: elNav, atom.Ol: elOl, atom.Option: elOption, atom.P: elP, atom.Pre: elPre,
	atom.Listing: elPre, atom.Q: elQ, atom.Rp: elRp, atom.Rt: elRt, atom.Section: elSection, atom.Strong: elStrong, atom.Sub: elSub,
	atom.Summary: elSummary, atom.Sup: elSup, atom.Svg: elSvg, atom.Table: elTable, atom.Tbody: elTbody, atom.Td: elTd,
	atom.Tfoot: elTfoot, atom.Th: elTh, atom.Thead: elThead, atom.Tr: elTr, atom.Ul: elUl, atom.Menu: elUl, atom.Dir: elUl,
	atom.Xmp: elXmp, atom.Plaintext: elPlaintext, atom.Title: elTitle, atom.Meta: elMeta, atom.Base: elBase, atom.Link: elLink,
	atom.Html: elHTML, atom.Body: elBody, atom.Head: elHead, atom.Frameset: elBlock,

	atom.Address: elBlock, atom.Center: elBlock, atom.Fieldset: elBlock, atom.Hgroup: elBlock, atom.Legend: elBlock,
	atom.Marquee: elSpecial,

	atom.B: elB, atom.I: elFormatting, atom.U: elFormatting, atom.Big: elFormatting, atom.Small: elFormatting,
	atom.Font: elFormatting, atom.Nobr: elFormatting,

	atom.Area: elVoid, atom.Bgsound: elVoid, atom.Embed: elVoid, atom.Frame: elVoid, atom.Keygen: elVoid, atom.Param: elVoid,
	atom.Source: elVoid, atom.Track: elVoid, atom.Wbr: elVoid,

	atom.Template: elDropped, atom.Audio: elDropped, atom.Video: elDropped, atom.Canvas: elDropped, atom.Object: elDropped,
	atom.Applet: elDropped,
	atom.Script: elRaw, atom.Style: elRaw, atom.Iframe: elRaw, atom.Noembed: elRaw, atom.Noframes: elRaw, atom.Noscript: elRaw,
	atom.Textarea: elRaw,
	atom.Select:   elControl, atom.Datalist: elControl, atom.Optgroup: elControl, atom.Output: elControl, atom.Progress: elControl,
	atom.Meter: elControl,
}

// elementOf returns the element of a tag name in lower case.
func elementOf(name []byte) element {
	if e, ok := elements[atom.Lookup(name)]; ok {
		return e
	}
	switch string(name) {
	case "search":
		return elBlock
	}
	return other
}
