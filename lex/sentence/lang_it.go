package sentence

var italian = language{
	tag: "it",
	never: `sig sigg sig.ra sig.na sig.re dott dott.ssa dr dr.ssa prof prof.ssa avv ing arch geom rag on egr gent gent.mo gent.ma spett
		ill ill.mo mons p.es per.es ad.es es p.e i.e e.g vs cfr cf v.le p.za p.zza c.so str loc fraz prov tel cell rif gen col ten
		serg magg dir amm pres segr cav comm uff on.le sen dep rev s st psicol idraul meteor econ chim biol mat fis filos med
		giur dipl v.cte f.lli sta ca dev.mo`,
	maybe:   `d.arte s.p.a s.r.l s.n.c s.a.s s.a co inc ltd corp u.s u.e a.c d.c f.p jr al et.al op.cit ibid q.v n.d.r p.s`,
	final:   `ecc etc seg segg min sec kg km`,
	clock:   `a.m p.m`,
	counted: `art artt p pp pag pagg n nn nº n° num nr vol voll cap capp fig figg tab tabb c lett par parr sez tit ed l d.l d.lgs d.p.r d.m`,
	dated:   `no gen feb febbr mar apr mag giu lug ago set sett ott nov dic lun mart mer gio ven sab dom`,
	starters: `il lo la i gli le l un uno una questo questa questi queste ciò quel quello quella quelli quelle io tu lui lei noi voi loro
		egli ella esso essa essi esse mio mia miei mie tuo tua suo sua suoi sue nostro nostra nostri nostre vostro vostra si mi ti ci vi
		ne che chi quale quali quanto quanti quante come quando dove perché poiché se sì no non mai anche già ancora oggi ieri domani
		ora allora poi dopo prima così inoltre infatti pertanto quindi tuttavia con senza per in nel nello nella nei negli nelle di del
		dello della dei degli delle a al allo alla ai agli alle da dal dallo dalla dai dagli dalle su sul sulla sui sugli sulle tra fra
		durante secondo contro verso fino e ed o ma però mentre ogni tutto tutta tutti tutte alcuni alcune nessun nessuno nessuna altro
		altra altri altre qualsiasi molti molte pochi poche vari varie entrambi è sono era erano fu furono sarà ha hanno deve devono può
		possono solo grazie ciao buongiorno ecco qui qua lì là`,
	labels: `articolo sezione clausola capitolo titolo allegato appendice punto passo fase tabella figura grafico esempio esercizio nota
		domanda tema lezione unità modulo parte libro tomo volume regola numero pagina versione giorno settimana livello caso opzione
		comma art`,
	ordinals: `primo prima secondo seconda terzo terza quarto quarta quinto quinta sesto sesta settimo ottavo nono decimo`,
	calendar: `lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto
		settembre ottobre novembre dicembre`,
}
