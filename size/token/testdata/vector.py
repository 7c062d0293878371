"""The texts of vector.jsonl: ours, some written, some made by rule, all the same on every run."""
import random

WRITTEN = r"""La empleada tiene derecho a 23 días laborables de vacaciones; si se incorpora en julio, le corresponden 11,5.
¿Cuántos días me tocan? ¡Ninguno, según el artículo 14.3 del convenio (BOE núm. 127, de 28 de mayo)!
El niño comió piñones en la cigüeña; el pingüino exiguo güisqueaba. «Año» no es «ano».
Sr. López, EE. UU., p. ej., 1.234.567,89 €, 50 %, 3.º B, n.º 7.
The employee handbook doesn't say who'll pay; they're sure it's HR's job, and I'd agree that we've no say.
THEY'LL SAY IT'S WHAT WE'VE DONE, I'D SAY; DON'T. YOU'RE, I'M
He said: "it's 'twas 'tis" o'clock rock'n'roll y'all'd've shouldn't've ''s 's' 'S 'LL 'Ve
x'ſ X'ſ 'ſ 'ſa it'ſ IT'ſ don'T we'RE ſ's ſ'S K'S K Kk 5 K it'K
第一章 总则。员工每年享有十五天带薪年假，入职不满一年者按比例折算。
如果您在七月入职，您将获得 7.5 天假期（四舍五入）！
東京都に住んでいます。カタカナとひらがなとﾊﾝｶｸ。 한국어 텍스트도 있습니다.
الموظف له الحق في ثلاثة وعشرين يومًا من الإجازة؛ هل هذا صحيح؟ ١٢٣٤٥٦ ۱۲۳
พนักงานมีสิทธิ์ลาพักร้อนสิบวันต่อปี สวัสดีครับ ๑๒๓๔
कर्मचारी को वार्षिक अवकाश मिलता है। १२३४५
Работник имеет право на отпуск; Ελληνικά κείμενα; עברית עם נִקּוּד; Հայերեն; ქართული; ᏣᎳᎩ ꭰꮃ
Übergrößenträger straßenweise ÄÖÜ; Œuvre d’été à l’île; Łódź; İstanbul'da ılık; Đồng Việt Nam
👩‍👩‍👧‍👦 👍🏽 🇪🇸🇲🇽 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☕️🧪 1️⃣ #️⃣ 🤷🏽‍♀️'s
é vs é; ñ vs ñ; ZA͑̌L̀G̈Ö; á̂̃bc; ́alone; A\u0301B\u0301c; !\u0301!\u0301x; \u0301\u0301'sX; \u0301ABC; \u0301 x; 5\u0301
ABCdef ABCDEF abcDEF aBcD ABひDEFg ひABC ひABCdef ABCひ DžabcDž ǅABC ʰABC ABCʰD ªº ⅷⅧ ㊀ ½²³ ௧௨௩௪
func (s *Scanner) Next() (tok Token, err error) { return s.buf[s.i:], nil } // O(1)
for i in range(10):\n\tif x[i] != None and y >= 0x1F:\n\t\tprint(f"{x!r:>10}")\n
<div class="a b" id='c'>&nbsp;&amp;</div><!-- --> </p>\r\n\r\n  <br/>\r\n
SELECT a.id, COUNT(*) FROM t_a AS a WHERE a.name LIKE '%''x''%' GROUP BY 1;--
https://example.org/a/b?c=d&e=%20f#g user@example.com C:\\Users\\x \\\\server\\share //////// ///\n/// */\n/*
<|endoftext|> <|fim_prefix|>a<|fim_suffix|>b<|fim_middle|> <|endofprompt|> <|im_start|>user<|im_sep|> <|endoftext|
| a | b |\n|---|:-:|\n| 1 | 2 |\n\n* x\n  * y\n\n```go\n```\n\n---\n# T\n
{"a":[1,2.5e-10,null,true],"b":"\\u00e9\\n"}
1 12 123 1234 12345 123456 1234567 0x7fffffff 1e10 1,000,000.00 10½ ٣٤٥٦ 𝟏𝟐𝟑𝟒 ➀➁➂➃
\u0000 a\u0000b \u0000\u0000 \u0001\u0002 \u001b[31mred\u001b[0m \u007f \u0080\u0081 \u0085 x\u0085y \u001c\u001d\u001e\u001f a\u001cb
\u00a0 a\u00a0b \u00a0\u00a0a \u2003\u2003b \u3000字 \u200b zero\u200bwidth \ufeff \ufeffBOM \u2028 \u2029x \u180e \u202f5
\ufffd \ufffe \uffff \U0010ffff \ue000 \U0001fac6 \U00010d4a\U00010d6a \u1c89\u1c8a \ua7cb\ua7da \U0001c200 \U00010d40\U00010d41\U00010d42\U00010d43
"""

PIECES = ["a", "b", "S", "T", "'", "s", "ll", "LL", "ve", "re", "d", "m", " ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", "1",
          "23", "456", "7890", ".", ",", "!", "/", "//", "-", "_", "ñ", "É", "ſ", "\u212a", "ß", "ǅ", "ʰ", "ª", "字", "ひ", "ア",
          "ع", "٣", "\u0301", "\u0300\u0301", "\u00a0", "\u2003", "\u3000", "\u0085", "\u200d", "\ufeff", "\u0000", "\u001c",
          "👍", "🏽", "🇪", "🇸", "word", " the", " de", "ción", "Hola", "HTML", "camelCase", "<|endoftext|>", "\ufffd", "ABC", "xyz"]
RUNS = ["a", "A", " ", "\n", "\t", "\r\n", "0", "-", "=", "/", "'", "ab", "aA", "\u0301", "字", "ひA", "é", " \n", "\n ", "\u00a0",
        "\u0000", "👍", "'s", ".\n", "aaaab", "ʰA"]


def texts():
    """Each text once, in order."""
    seen = set()
    for text in every():
        if text not in seen:
            seen.add(text)
            yield text


def every():
    for line in WRITTEN.splitlines():
        yield line
        yield line.encode("ascii", "backslashreplace").decode("unicode_escape")
    for end in ["", " ", "  ", "\n", " \n", "\n ", "\n  ", "\t", "\r", "\r\n ", " \n \n  ", "\u00a0", "'", "'s", "'l", "'ll"]:
        yield "x" + end
        yield end
        yield "x" + end + "y"
        yield "!" + end + "1"
        yield "B" + end + "\u0301"
    for unit in RUNS:
        for n in (2, 3, 7, 40, 130):
            yield unit * n
        yield unit * 90 + "x"
        yield "x" + unit * 30 + " y"
    rng = random.Random(20261130)
    for n in range(240):
        yield "".join(rng.choice(PIECES) for _ in range(rng.randint(2, 24)))
    for n in range(12):
        yield "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") for _ in range(120))
        yield "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(150))
        yield "".join(chr(rng.choice([rng.randrange(0x20, 0x300), rng.randrange(0x300, 0xD800), rng.randrange(0x10000, 0x20000)]))
                      for _ in range(60))
