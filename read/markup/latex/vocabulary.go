package latex

// symbols are the commands that stand for characters.
var symbols = map[string]string{
	"ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—", "S": "§", "P": "¶", "textsection": "§", "copyright": "©",
	"textcopyright": "©", "textregistered": "®", "texttrademark": "™", "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "EUR": "€", "ss": "ß",
	"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ",
	"TH": "Þ", "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeLaTeX": "XeLaTeX", "LuaLaTeX": "LuaLaTeX", "textbackslash": `\`,
	"textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "textbar": "|", "textbraceleft": "{", "textbraceright": "}",
	"textunderscore": "_", "textquotesingle": "'", "textquotedbl": `"`, "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
	"textquoteright": "’", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»", "flqq": "«", "frqq": "»", "og": "« ",
	"fg": " »", "glqq": "„", "grqq": "“", "quotedblbase": "„", "textbullet": "•", "textdegree": "°", "degree": "°", "textordfeminine": "ª", "textordmasculine": "º",
	"textexclamdown": "¡", "textquestiondown": "¿", "textmu": "µ", "textmultiply": "×", "texttimes": "×", "textrightarrow": "→", "textleftarrow": "←", "textperiodcentered": "·",
	"dag": "†", "ddag": "‡", "quad": " ", "qquad": " ", "enspace": " ", "thinspace": " ", "space": " ", "nobreakspace": " ", "hfill": " ", "hfil": " ",
	"newblock": " ", "tabularnewline": " ", "and": ", ", "slash": "/", "checkmark": "✓",
	"%": "%", "&": "&", "#": "#", "_": "_", "$": "$", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", ">": "",
	"<": "", "+": "", "AND": ", ", "And": ", ",
}

// accents are the commands of accents with the marks that combine.
var accents = map[string]string{
	"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b",
	"c": "\u0327", "d": "\u0323", "b": "\u0331", "r": "\u030a", "k": "\u0328",
}

// elements are the commands whose argument is an element.
var elements = map[string]string{
	"emph": "em", "textit": "em", "textsl": "em", "textbf": "strong", "texttt": "code", "alert": "strong", "structure": "strong", "sout": "del", "st": "del",
	"textsuperscript": "sup", "textsubscript": "sub", "strong": "strong", "code": "code", "lstinline": "code", "keys": "code", "menu": "code", "boldsymbol": "strong",
	"file": "code", "textmd": "",
}

// dropped are the commands that mean nothing to a reader, with how many
// arguments in braces go with them.
var dropped = map[string]int{
	"label": 1, "vspace": 1, "hspace": 1, "usepackage": 1, "RequirePackage": 1, "documentclass": 1, "documentstyle": 1, "pagestyle": 1, "thispagestyle": 1, "setlength": 2,
	"addtolength": 2, "setcounter": 2, "addtocounter": 2, "stepcounter": 1, "refstepcounter": 1, "bibliographystyle": 1, "hypersetup": 1, "geometry": 1, "index": 1,
	"glossary": 1, "color": 1, "definecolor": 3, "colorlet": 2, "hyphenation": 1, "graphicspath": 1, "addbibresource": 1, "cmidrule": 1, "cline": 1, "nocite": 1,
	"newlength": 1, "newcounter": 1, "linespread": 1, "selectlanguage": 1, "foreignlanguage": 1, "fontsize": 2, "pagenumbering": 1, "theoremstyle": 1, "bibdata": 1,
	"addcontentsline": 3, "markboth": 2, "markright": 1, "numberwithin": 2, "captionsetup": 1, "lstdefinestyle": 2, "lstdefinelanguage": 2, "usetikzlibrary": 1,
	"tikzset": 1, "pgfplotsset": 1, "newif": 0, "vskip": 0, "hskip": 0, "rule": 2, "phantom": 1, "hphantom": 1, "vphantom": 1, "usetheme": 1, "usecolortheme": 1,
	"usefonttheme": 1, "setbeamertemplate": 2, "beamertemplatenavigationsymbolsempty": 0, "setbeamercolor": 2, "setbeamerfont": 2, "logo": 1, "institute": 0,
	"fancyhead": 1, "fancyfoot": 1, "fancyhf": 1, "lhead": 1, "rhead": 1, "chead": 1, "lfoot": 1, "rfoot": 1, "cfoot": 1, "titleformat": 5, "titlespacing": 4,
	"setmainfont": 1, "setsansfont": 1, "setmonofont": 1, "newfontfamily": 2, "todo": 1, "makeatletter": 0, "makeatother": 0, "tableofcontents": 0, "listoffigures": 0,
	"listoftables": 0, "appendix": 0, "newpage": 0, "clearpage": 0, "cleardoublepage": 0, "pagebreak": 0, "nopagebreak": 0, "linebreak": 0, "noindent": 0, "indent": 0,
	"centering": 0, "raggedright": 0, "raggedleft": 0, "bigskip": 0, "medskip": 0, "smallskip": 0, "vfill": 0, "hrule": 0, "hrulefill": 0, "dotfill": 0, "hline": 0,
	"toprule": 0, "midrule": 0, "bottomrule": 0, "protect": 0, "relax": 0, "frontmatter": 0, "mainmatter": 0, "backmatter": 0, "xspace": 0, "onehalfspacing": 0,
	"doublespacing": 0, "singlespacing": 0, "sloppy": 0, "fussy": 0, "allowbreak": 0, "null": 0, "leavevmode": 0, "maketitlepage": 0, "pause": 0, "qedhere": 0, "qed": 0,
	"bibliography": 1, "printbibliography": 0, "printindex": 0, "makeindex": 0, "phantomsection": 0, "ensurecommand": 0, "columnwidth": 0, "textwidth": 0, "linewidth": 0,
	"footnotesize": 0, "small": 0, "large": 0, "Large": 0, "LARGE": 0, "huge": 0, "Huge": 0, "tiny": 0, "scriptsize": 0, "normalsize": 0, "normalfont": 0, "rm": 0, "sf": 0,
	"sc": 0, "scshape": 0, "rmfamily": 0, "sffamily": 0, "bf": 0, "bfseries": 0, "it": 0, "itshape": 0, "em": 0, "sl": 0, "slshape": 0, "tt": 0, "ttfamily": 0, "upshape": 0,
	"mdseries": 0, "today": 0, "twocolumn": 0, "onecolumn": 0, "endhead": 0, "endfirsthead": 0, "endfoot": 0, "endlastfoot": 0, "rowcolor": 1, "cellcolor": 1, "columncolor": 1,
	"rowcolors": 3, "arraystretch": 0, "addlinespace": 0, "specialrule": 3, "noalign": 1, "else": 0, "fi": 0, "newline": 0, "DeclareUnicodeCharacter": 2, "sisetup": 1,
	"newacronym": 3, "newglossaryentry": 2, "crefname": 3, "Crefname": 3, "includeonly": 1, "ProvidesPackage": 1, "NeedsTeXFormat": 1, "setstretch": 1, "needspace": 1, "par": 0, "footnotemark": 0,
	"DeclareGraphicsExtensions": 1, "allowdisplaybreaks": 0, "balance": 0, "hfuzz": 0, "vbox": 0, "hbox": 0, "strut": 0, "nonumber": 0, "notag": 0, "flushbottom": 0, "raggedbottom": 0,
	"AtBeginDocument": 1, "AtEndDocument": 1, "AtBeginSection": 1, "PassOptionsToPackage": 2, "counterwithin": 2, "frenchspacing": 0, "nonfrenchspacing": 0, "vbadness": 0,
}

// known reports whether we have a meaning of our own for a command, which no
// definition changes.
func known(name string) bool {
	_, isDropped := dropped[name]
	_, isElement := elements[name]
	_, isKept := kept[name]
	return isDropped || isElement || isKept || name == "begin" || name == "end" || name == "item"
}

// kept are the commands of which one argument is read: how many there are, and
// which.
var kept = map[string]struct{ args, shown int }{
	"textcolor": {2, 1}, "colorbox": {2, 1}, "parbox": {2, 1}, "raisebox": {2, 1}, "resizebox": {3, 2}, "scalebox": {2, 1}, "rotatebox": {2, 1}, "texorpdfstring": {2, 0},
	"foreignlanguage": {2, 1}, "fcolorbox": {3, 2}, "href": {2, 1}, "multicolumn": {3, 2}, "multirow": {3, 2}, "adjustbox": {2, 1}, "hyperref": {1, 0}, "hyperlink": {2, 1},
	"hypertarget": {2, 1}, "makebox": {1, 0}, "acrshort": {1, 0}, "onslide": {1, 0}, "textlatin": {1, 0}, "iftoggle": {3, 1}, "iftag": {3, 1},
}
