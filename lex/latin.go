package lex

// latin describes the languages in Latin script that Detect tells apart:
// their commonest words as they are written, endings that few of the others
// have, and letters that none of the others has.
var latin = [...]struct {
	lang, words string
	endings     []string
	letters     string
}{
	{"en", `the of and to in is that it for as with was on are by this be at from or have an they which one you were all her she
		there would their we him been has when who will no more if out so what up said its about than into them can only
		other new some could time these two may then do first any my now such like our over me even most after also did
		many before must through where how long does why should each every your not he his had but are whose whom`,
		[]string{"ing", "tion", "ed", "ly", "ness", "ght", "th", "ship", "ful", "ck", "ould"}, ""},
	{"es", `de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta
		entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso
		ante ellos esto antes algunos qué unos yo otro otras otra él tanto esa estos mucho nada muchos cual poco ella estar
		estas es son fue ser está era han tiene puede cómo cuándo cuánto cuántos cuál dónde quién según así años año días día
		hoy aquí hacer cada mi tu te si debe dos tres cuatro semana semanas mes meses vez veces hora horas nuevo nueva parte`,
		[]string{"ción", "ciones", "dad", "dades", "miento", "ando", "iendo", "aba", "ían", "ería", "illo", "mente"}, "ñ¿¡"},
	{"fr", `de la le les et des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec ou son cette ont
		été mais comme on tout nous sa fait aux être deux même aussi bien peut ces où leur elle ses sans dont entre après si
		leurs très sous ils vous je tu mon quel quelle quels quelles pourquoi comment quand combien votre notre chez vers avant
		depuis donc encore toujours jamais rien c'est n'est l'on d'un d'une qu'il qu'on était avait faut doit chaque jour jours`,
		[]string{"tion", "eux", "euse", "aux", "eau", "ment", "ique", "ière", "ées", "oir", "aient", "eur", "ée"}, "œùêîâ"},
	{"de", `der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass
		sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man
		sein wurde sei hatte kann gegen vom können schon wenn habe seine mark ihre dann unter wir soll ich eines jahr zwei
		jahren diese dieser wieder keine uhr seiner worden will zwischen immer millionen was sagte wer wo warum welche wann du
		ihr mein kein muss jeder tage tag`,
		[]string{"ung", "ungen", "keit", "heit", "lich", "isch", "schaft", "chen", "ieren", "sche", "tät", "iert"}, "ßäöü"},
	{"pt", `de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou
		ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas
		me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos elas havia seja qual será nós tenho
		lhe deles essas esses pelas este dele são onde quantos quanto ano anos dia dias fazer pode deve cada durante dois duas três semana semanas mês meses vez vezes hora horas novo nova dez parte`,
		[]string{"ção", "ções", "dade", "dades", "ões", "mento", "ando", "ava", "eiro", "eira", "inho", "inha", "agem", "mente"}, "ãõ"},
	{"it", `di e il la che in a per un del è non una i sono con le si da al come dei nel alla più anche lo ma della ha gli delle
		o se questo dal degli ai su era ci nella stato quando loro essere sul dopo tra due fra suo sua questa cui dalla stata
		ancora hanno molto tutti prima così dove chi sempre solo fatto ogni senza quale quali perché quanto quanti mi ti noi
		voi io lui lei poi già può deve quella quello nei negli sulla c'è l'ha dell'anno anni anno giorni giorno fare durante tre settimana settimane mese mesi volta volte ora ore nuovo nuova parte`,
		[]string{"zione", "zioni", "ità", "mente", "ando", "endo", "ato", "ata", "ati", "etto", "ezza", "aggio", "iamo", "ono"}, "ìò"},
	{"ca", `de la el i que a en les els un del per una amb no al és dels es ha com va més o són però aquest seva seu aquesta entre
		també van molt on si ser hi ja fins quan sobre era tot altres dos sense ell ella nosaltres anys any dia dies sota després
		des segons estat qui què quin quina quins quines quant quants perquè ho ens us meu teu aquests aquestes cada pot fer
		estan tots totes mateix només així sempre aquí avui cal ni seus seves dues tres setmana setmanes mes mesos vegada vegades hora hores nou nova durant primer part`,
		[]string{"ció", "cions", "tat", "tats", "ment", "itza", "ava", "enca", "aven", "essa", "atge", "eix", "orn"}, "·"},
}
