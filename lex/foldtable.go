package lex

import (
	"strings"
	"unicode/utf8"
)

// folds lists the letters that fold to others, in lower case. It follows the
// canonical decompositions of Unicode (a test compares it with x/text, which
// this package does without: the table is small and the import isn't), and
// adds the letters that have none: ligatures, strokes, ß.
var folds = [...]struct{ to, from string }{
	{"a", "ªàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặẚ"},
	{"ae", "æǣǽ"},
	{"b", "ƀɓḃḅḇ"},
	{"c", "çćĉċčḉ"},
	{"d", "ðďđɗḋḍḏḑḓ"},
	{"dz", "ǆǳ"},
	{"e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"},
	{"f", "ḟ"},
	{"ff", "ﬀ"},
	{"ffi", "ﬃ"},
	{"ffl", "ﬄ"},
	{"fi", "ﬁ"},
	{"fl", "ﬂ"},
	{"g", "ĝğġģǥǧǵḡ"},
	{"h", "ĥħȟḣḥḧḩḫẖ"},
	{"i", "ìíîïĩīĭįıǐȉȋɨḭḯỉị"},
	{"ij", "ĳ"},
	{"j", "ĵǰ"},
	{"k", "ķĸƙǩḱḳḵ"},
	{"l", "ĺļľŀłḷḹḻḽ"},
	{"lj", "ǉ"},
	{"m", "ḿṁṃ"},
	{"n", "ńņňŉŋǹṅṇṉṋ"},
	{"nj", "ǌ"},
	{"o", "ºòóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"},
	{"oe", "œ"},
	{"p", "ṕṗ"},
	{"r", "ŕŗřȑȓṙṛṝṟ"},
	{"s", "śŝşšſșṡṣṥṧṩẛ"},
	{"ss", "ß"},
	{"st", "ﬅﬆ"},
	{"t", "ţťŧțṫṭṯṱẗ"},
	{"th", "þ"},
	{"u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗʉṳṵṷṹṻụủứừửữự"},
	{"v", "ṽṿ"},
	{"w", "ŵẁẃẅẇẉẘ"},
	{"x", "ẋẍ"},
	{"y", "ýÿŷƴȳẏẙỳỵỷỹ"},
	{"z", "źżžƶẑẓẕ"},
	{"ʒ", "ǯ"},
	{"α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"},
	{"ε", "έἐἑἒἓἔἕὲέ"},
	{"η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"},
	{"ι", "ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ"},
	{"ο", "όὀὁὂὃὄὅὸό"},
	{"ρ", "ῤῥ"},
	{"σ", "ς"},
	{"υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"},
	{"ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"},
	{"\u03b1", "\u1f71"}, // the acutes of polytonic Greek, which editors like to rewrite
	{"\u03b5", "\u1f73"},
	{"\u03b7", "\u1f75"},
	{"\u03b9", "\u1f77\u1fbe\u1fd3"},
	{"\u03bf", "\u1f79"},
	{"\u03c5", "\u1f7b\u1fe3"},
	{"\u03c9", "\u1f7d"},
	{"\u03d2", "\u03d3\u03d4"},
	{"\u02b9", "\u0374"},
	{"а", "ӑӓ"},
	{"г", "ѓ"},
	{"е", "ѐёӗ"},
	{"ж", "ӂӝ"},
	{"з", "ӟ"},
	{"и", "ѝӣӥ"},
	{"к", "ќ"},
	{"о", "ӧ"},
	{"у", "ўӯӱӳ"},
	{"ч", "ӵ"},
	{"ы", "ӹ"},
	{"э", "ӭ"},
	{"і", "ї"},
	{"ѵ", "ѷ"},
	{"ә", "ӛ"},
	{"ө", "ӫ"},
	{"ا", "آأإٱ"},
	{"و", "ؤ"},
	{"ي", "ئى"},
	{"ە", "ۀ"},
	{"ہ", "ۂ"},
	{"ے", "ۓ"},
}

// composed lists the letters and vowel signs of Indic and neighbouring scripts
// that have a canonical decomposition, each with it: their marks are vowels or
// make other letters, so they are kept, but written one way.
const composed = "" +
	"\u0929=\u0928\u093c \u0931=\u0930\u093c \u0934=\u0933\u093c \u0958=\u0915\u093c \u0959=\u0916\u093c " +
	"\u095a=\u0917\u093c \u095b=\u091c\u093c \u095c=\u0921\u093c \u095d=\u0922\u093c \u095e=\u092b\u093c " +
	"\u095f=\u092f\u093c \u09cb=\u09c7\u09be \u09cc=\u09c7\u09d7 \u09dc=\u09a1\u09bc \u09dd=\u09a2\u09bc " +
	"\u09df=\u09af\u09bc \u0a33=\u0a32\u0a3c \u0a36=\u0a38\u0a3c \u0a59=\u0a16\u0a3c \u0a5a=\u0a17\u0a3c " +
	"\u0a5b=\u0a1c\u0a3c \u0a5e=\u0a2b\u0a3c \u0b48=\u0b47\u0b56 \u0b4b=\u0b47\u0b3e \u0b4c=\u0b47\u0b57 " +
	"\u0b5c=\u0b21\u0b3c \u0b5d=\u0b22\u0b3c \u0b94=\u0b92\u0bd7 \u0bca=\u0bc6\u0bbe \u0bcb=\u0bc7\u0bbe " +
	"\u0bcc=\u0bc6\u0bd7 \u0c48=\u0c46\u0c56 \u0cc0=\u0cbf\u0cd5 \u0cc7=\u0cc6\u0cd5 \u0cc8=\u0cc6\u0cd6 " +
	"\u0cca=\u0cc6\u0cc2 \u0ccb=\u0cc6\u0cc2\u0cd5 \u0d4a=\u0d46\u0d3e \u0d4b=\u0d47\u0d3e \u0d4c=\u0d46\u0d57 " +
	"\u0dda=\u0dd9\u0dca \u0ddc=\u0dd9\u0dcf \u0ddd=\u0dd9\u0dcf\u0dca \u0dde=\u0dd9\u0ddf \u0f43=\u0f42\u0fb7 " +
	"\u0f4d=\u0f4c\u0fb7 \u0f52=\u0f51\u0fb7 \u0f57=\u0f56\u0fb7 \u0f5c=\u0f5b\u0fb7 \u0f69=\u0f40\u0fb5 " +
	"\u0f73=\u0f71\u0f72 \u0f75=\u0f71\u0f74 \u0f76=\u0fb2\u0f80 \u0f78=\u0fb3\u0f80 \u0f81=\u0f71\u0f80 " +
	"\u0f93=\u0f92\u0fb7 \u0f9d=\u0f9c\u0fb7 \u0fa2=\u0fa1\u0fb7 \u0fa7=\u0fa6\u0fb7 \u0fac=\u0fab\u0fb7 " +
	"\u0fb9=\u0f90\u0fb5 \u1026=\u1025\u102e \u1b06=\u1b05\u1b35 \u1b08=\u1b07\u1b35 \u1b0a=\u1b09\u1b35 " +
	"\u1b0c=\u1b0b\u1b35 \u1b0e=\u1b0d\u1b35 \u1b12=\u1b11\u1b35 \u1b3b=\u1b3a\u1b35 \u1b3d=\u1b3c\u1b35 " +
	"\u1b40=\u1b3e\u1b35 \u1b41=\u1b3f\u1b35 \u1b43=\u1b42\u1b35 "

var foldTable = buildFolds()

func buildFolds() map[rune]string {
	t := map[rune]string{}
	for pair := range strings.FieldsSeq(composed) {
		from, to, _ := strings.Cut(pair, "=")
		r, _ := utf8.DecodeRuneInString(from)
		t[r] = to
	}
	for _, f := range folds {
		for _, r := range f.from {
			t[r] = f.to
		}
	}
	return t
}
