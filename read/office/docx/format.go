package docx

import (
	"strconv"
	"strings"

	"github.com/pildora/pildora/read/office/ordinal"
)

// formatted is a number in one of Word's formats. Those of other scripts than
// Latin, Cyrillic and their digits are decimal.
func formatted(n int, format, language string) string {
	switch format {
	case "none", "bullet":
		return ""
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "upperRoman":
		return strings.ToUpper(ordinal.Roman(n))
	case "lowerRoman":
		return ordinal.Roman(n)
	case "upperLetter":
		return strings.ToUpper(ordinal.Letters(n))
	case "lowerLetter":
		return ordinal.Letters(n)
	case "russianLower":
		return ordinal.Cyrillic(n)
	case "russianUpper":
		return strings.ToUpper(ordinal.Cyrillic(n))
	case "ordinal":
		return counted(n, language)
	case "cardinalText":
		return word(n, cardinals[language])
	case "ordinalText":
		return word(n, ordinals[language])
	case "hex":
		return strings.ToUpper(strconv.FormatInt(int64(n), 16))
	case "chicago":
		signs := []string{"*", "†", "‡", "§"}
		return strings.Repeat(signs[max(n-1, 0)%4], min(max(n-1, 0)/4+1, 30)) // no more than letters are repeated
	case "numberInDash":
		return "- " + strconv.Itoa(n) + " -"
	case "decimalEnclosedCircle":
		if 1 <= n && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case "decimalEnclosedParen":
		return "(" + strconv.Itoa(n) + ")"
	case "decimalEnclosedFullstop":
		return strconv.Itoa(n) + "."
	}
	return strconv.Itoa(n)
}

// counted is 1st, 1.º, 1er …
func counted(n int, language string) string {
	s := strconv.Itoa(n)
	switch language {
	case "en":
		if n%100 < 11 || n%100 > 13 {
			switch n % 10 {
			case 1:
				return s + "st"
			case 2:
				return s + "nd"
			case 3:
				return s + "rd"
			}
		}
		return s + "th"
	case "es", "pt", "gl":
		return s + "º"
	case "it":
		return s + "°"
	case "ca":
		return s + "è"
	case "fr":
		if n == 1 {
			return s + "er"
		}
		return s + "e"
	}
	return s + "."
}

// The words for small numbers.
var (
	cardinals = map[string][]string{
		"en": strings.Fields("One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty"),
		"es": strings.Fields("Uno Dos Tres Cuatro Cinco Seis Siete Ocho Nueve Diez Once Doce Trece Catorce Quince Dieciséis Diecisiete Dieciocho Diecinueve Veinte"),
	}
	ordinals = map[string][]string{
		"en": strings.Fields("First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth"),
		"es": strings.Fields("Primero Segundo Tercero Cuarto Quinto Sexto Séptimo Octavo Noveno Décimo Undécimo Duodécimo Decimotercero Decimocuarto Decimoquinto Decimosexto Decimoséptimo Decimoctavo Decimonoveno Vigésimo"),
	}
)

// word is the word for a number, decimal where there is none.
func word(n int, words []string) string {
	if n < 1 || n > len(words) {
		return strconv.Itoa(n)
	}
	return words[n-1]
}
