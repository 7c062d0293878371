package sentence

// Languages with short tables: enough for their commonest abbreviations.

var russian = language{
	tag: "ru",
	never: `г ул пр просп пер пл наб д кв корп стр обл р-н пос пгт с дер им проф акад доц д-р г-н г-жа т.е т.н т.к напр см ср
		тов св о ген полк кап лейт инж чл гл ред изд сост`,
	maybe:   `гг в вв н.э т.д т.п др пр руб коп долл дол тыс млн млрд у.е кв.м куб.м`,
	counted: `ст п пп гл рис табл стр т`,
	dated:   `янв фев февр мар апр июн июл авг сен сент окт ноя нояб дек`,
	starters: `я ты он она оно мы вы они это этот эта эти тот та те кто что где когда как почему зачем если но а и или да нет не на по
		из за для при от до во со об у к с так там здесь тогда теперь потом уже все всё его её их мой наш ваш`,
	labels:     `статья раздел глава часть пункт шаг таблица рисунок приложение`,
	dashGoesOn: true,
}

var dutch = language{
	tag: "nl",
	never: `dhr mevr mw mej dr drs ir ing mr prof ds st bijv bv b.v.d d.w.z o.a m.b.t t.a.v t.b.v i.p.v i.v.m m.n n.a.v o.l.v ca vgl evt
		resp incl excl tel zgn gen ged aanw vnw max min`,
	maybe:   `b.v n.v e.d co inc ltd jr sr al et.al v.chr n.chr`,
	final:   `etc enz`,
	counted: `art nr nrs blz p pp afb tab par hfst dl bd jg lid`,
	dated:   `jan febr feb mrt apr jun jul aug sept sep okt nov dec ma di wo do vr za zo`,
	starters: `de het een deze dit die dat hij zij ze wij we jij je u ik mijn zijn haar ons onze hun wat wie waar wanneer hoe waarom als
		en of maar want dus in op bij met van voor naar door over onder na tot om aan er is zijn was waren niet geen ook nog toen dan
		daar hier nu vandaag alle elke`,
	labels: `artikel hoofdstuk deel stap tabel figuur bijlage paragraaf`,
}

var polish = language{
	tag: "pl",
	never: `dr prof mgr inż hab ks św gen płk kpt por sierż lek adw np tzn tj tzw m.in ww wg ul al pl os im ok ob bł bałt ang niem
		franc łac zob jw dot godz tel red wyd`,
	maybe:   `r w p.n.e n.e s.a co inc ltd jr tys mln mld zł gr`,
	final:   `itd itp etc`,
	counted: `art str s nr par poz ust pkt rozdz rys tab t tom`,
	starters: `ten ta to te ci on ona ono oni one my wy ja ty kto co gdzie kiedy jak dlaczego jeśli ale i a lub czy nie tak w z na po do
		od za przy przez dla o u pod nad przed jego jej ich mój nasz jest są był była było były`,
	labels: `artykuł rozdział część krok tabela rysunek załącznik`,
}

var greek = language{
	tag:      "el",
	never:    `κ κα κος κ.κ δρ καθ π.χ δηλ βλ σελ αρ άρθρ τηλ οδ λεωφ αγ`,
	maybe:    `α.ε ε.π.ε η.π.α ε.ε μ.χ`,
	final:    `κ.λπ κλπ κ.ά`,
	clock:    `π.μ μ.μ`,
	counted:  `παρ κεφ εικ`,
	starters: `ο η το οι τα του της των τον την ένας μία μια ένα αυτός αυτή αυτό εγώ εσύ εμείς εσείς που ποιος τι πώς γιατί όταν αν και ή αλλά δεν δε στο στη στην με από για σε`,
	semiAsks: true,
}
