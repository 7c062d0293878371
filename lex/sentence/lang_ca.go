package sentence

var catalan = language{
	tag: "ca",
	never: `sr sra srs sres srta dr dra drs dres d mn excm excma excms il·lm il·lma hble rvd fra mons gral prof profa dir enginy arq p.ex
		per.ex i.e e.g vs cf vg v.g av avda avgda pl pg pça ctra urb tel ref aprox màx mín dept dpt adm st sta ed ee rr cc ff jj`,
	maybe:   `s.a s.l s.l.u s.c.c.l ee.uu u.e rr.hh cc.aa ff.cc jj.oo inc ltd co corp cia a.c d.c jr al et.al ph.d op.cit ibid`,
	final:   `etc ss seg min h kg km`,
	clock:   `a.m p.m`,
	counted: `art arts p pp pàg pàgs pag n nº n.º núm núms num vol vols cap caps fig figs tab tít exp lín c`,
	dated:   `no gen febr feb mar abr maig juny jul ag set oct nov des dl dt dc dj dv ds dg`,
	starters: `el la els les l un una uns unes aquest aquesta aquests aquestes això aquell aquella aquells aquelles allò jo tu ell ella
		nosaltres vosaltres ells elles vostè vostès el meu teu seu seva nostre nostra nostres vostre vostra es s em et ens us li que qui
		què quin quina quins quines quant quants quantes com quan on perquè si sí no mai també ja encara avui ahir demà ara llavors
		aleshores després abans així a més amb sense per pel pels en de d del dels al als davant sota contra des durant entre cap fins
		segons sobre i o però sinó encara mentre cada tot tota tots totes algun alguna alguns algunes altre altra altres qualsevol molts
		moltes pocs poques diversos diverses ambdós tant tal hi ha havia és són era eren va van serà està estan té tenen ha han pot poden
		només gràcies hola aquí allà`,
	labels: `article secció clàusula capítol títol annex apèndix apartat punt pas fase etapa taula quadre figura gràfic exemple exercici
		nota pregunta tema lliçó unitat mòdul part llibre volum regla número pàgina versió dia setmana nivell cas opció art`,
	ordinals: `primer primera segon segona tercer tercera quart quarta cinquè cinquena sisè sisena setè setena vuitè vuitena novè novena
		desè desena únic única`,
	calendar: `dilluns dimarts dimecres dijous divendres dissabte diumenge gener febrer març abril maig juny juliol agost setembre
		octubre novembre desembre`,
}
