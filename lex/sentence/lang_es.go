package sentence

var spanish = language{
	tag: "es",
	never: `sr sra srta sres sras srtas dr dra dres dras dña dª lic lcdo lcda ldo lda ing arq prof profa profª dir admón
		gral cnel tte sgto cmdte alm mons pbro fr hno hna sto sta excmo excma excmos ilmo ilma rvdo rvda mtro mtra abg abog econ gob
		pdte pdta vpdte vto vta mr mrs ms mt st p.ej p.e v.gr vg i.e e.g vs cf cfr v.g q.e.p.d ee rr cc ff jj ss.mm aa.vv avda av
		avd pza plza pl urb ctra cra cno pº p.º bda blvd cdad pol dpto depto ed apdo apto prov cód aprox máx mín tel tfno telf tlf ext
		esq ref atte atta dept admon ss.aa b.l.m s.m s.a.r s.s ca`,
	maybe: `ee.uu e.e.u.u s.a s.l s.l.u s.a.u s.c s.coop s.r.l c.v s.en.c cía hnos bros inc ltd co corp u.s u.k u.e o.n.u a.c d.c a.de.c
		d.de.c a.j.c rr.hh cc.aa ff.aa jj.oo ff.cc dd.hh ph.d m.a b.o.e p.d p.s op.cit loc.cit ob.cit jr c.p bto impto rev ud uds vd vds vid`,
	final: `etc etcétera hs hrs min seg km cm mm kg gr pta ptas pts izq izda dcha dcho`,
	clock: `a.m p.m m.a.m`,
	counted: `art arts artº pág págs pag pags p pp pgs núm núms num nums nº n.º nro nros cap caps fig figs vol vols párr párrs párrf parr
		aptdo libr lín líns secc secs inc.º exp expte r.d l.o r.d.l d.l fol fols anx ane cl cláus disp tít sect`,
	dated: `no ene feb mar abr may jun jul ago sep sept set oct nov dic lun mart mié miérc jue juev vie viern sáb sab dom const max s ss sigs`,
	starters: `el la los las lo un una unos unas este esta estos estas esto ese esa esos esas eso aquel aquella aquellos aquellas aquello yo
		tú él ella ello nosotros nosotras vosotros vosotras ellos ellas usted ustedes mi mis tu tus su sus nuestro nuestra nuestros
		nuestras se me te nos os le les que quien quién quienes qué cuál cuáles cuánto cuántos cuántas cómo cuando cuándo donde dónde
		como porque pues si sí no nunca jamás tampoco también ya aún todavía hoy ayer mañana ahora entonces luego después antes así
		además asimismo sin con por para en de del al a ante bajo contra desde durante entre hacia hasta según sobre tras mediante y e
		o u pero sino aunque mientras salvo excepto cada todo toda todos todas algún alguna algunos algunas ningún ninguna otro otra
		otros otras cualquier cualquiera muchos muchas pocos pocas varios varias ambos ambas tanto tal tales hay había hubo es son era
		eran fue fueron será serán está están tiene tienen debe deben puede pueden solo sólo finalmente actualmente posteriormente
		igualmente gracias hola aquí allí allá ahí incluso siempre quizás quizá dicho dicha dichos dichas conforme dado dada dados
		hemos han ha he vamos`,
	labels: `artículo artículos art arts cláusula claúsula sección capítulo cap título anexo apéndice apartado punto paso fase
		etapa tabla cuadro figura fig gráfico lámina ejemplo ejercicio nota pregunta tema lección unidad módulo parte libro tomo
		volumen disposición base estipulación pacto considerando número núm regla norma principio objetivo requisito página pág
		versión día semana nivel escenario caso opción esquema recuadro`,
	ordinals: `primero primera segundo segunda tercero tercera cuarto cuarta quinto quinta sexto sexta séptimo séptima octavo octava
		noveno novena décimo décima undécimo undécima duodécimo duodécima único única`,
	calendar: `lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre
		setiembre octubre noviembre diciembre`,
}
