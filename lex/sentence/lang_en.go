package sentence

var english = language{
	tag: "en",
	never: `mr mrs dr drs prof profs messrs mmes Hon Rev Fr Gen Lt Col Maj Capt Cpl Sgt Cmdr Adm Gov Sen Rep Reps Sens Pres Supt Insp Det
		Amb Treas Atty Msgr Bro Pvt Mt Mts Ft Brig Ste Prof e.g eg i.e ie viz vs v cf al.cf esp incl excl approx dept univ assn natl
		Ph n.b nb q.v Ms Mx`,
	maybe: `co corp inc ltd llc plc bros cos jr sr esq mfg mgmt u.s u.k u.n e.u u.s.a u.s.s.r d.c l.a n.y ph.d m.d b.a m.a b.s m.s b.sc
		m.sc m.b.a ll.b ll.m j.d d.phil r.n c.p.a b.c a.d b.c.e c.e u.s.c c.f.r et.al al ave blvd rd st ln ct hwy pkwy sq apt bldg ste
		assoc op.cit loc.cit ibid p.s p.o r.i.p a.k.a d.b.a i.d ca est univ dept Civ Crim Stat Supp sp spp`,
	final: `etc`,
	clock: `a.m p.m`,
	counted: `p pp pg pgs para paras vol vols ch chs chap chaps sec secs art arts fig figs eq eqs eqn ex exs no nos n° nr cl cls
		ref refs app apps ver v reg regs r.l tel ext circ cir`,
	dated: `no nos art arts ref app ch ex sec reg fig jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs
		fri sat sun ext ver para max min`,
	starters: `the a an this that these those it its he she they we you i my your his her our their there here what when where who
		whom whose which why how if in on at by for from with without to of as and but or nor so yet because since although though
		while until unless after before during under over then thus hence however moreover furthermore therefore meanwhile
		nevertheless also finally first second next last each every all some any no not none most many few several both either neither
		one two another other such is are was were do does did has have had can could should would must let please see note
		according despite upon once now today tomorrow yesterday later earlier instead only even still just never always perhaps
		maybe yes thank thanks nothing everything everyone someone anyone nobody between among about within through across like
		unlike given where's what's it's that's there's he's she's let's`,
	labels: `article section clause chapter part step phase stage table figure fig exhibit annex appendix schedule example exercise
		note question lesson unit module book volume rule paragraph number page version day week level scenario case
		option title objective requirement art sec ch scheme box chart`,
	ordinals: `first second third fourth fifth sixth seventh eighth ninth tenth`,
	calendar: `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
		october november december eastern pacific central mountain greenwich`,
	speech: `said says asked asks replied replies answered cried shouted whispered murmured muttered called added wrote thought
		exclaimed insisted explained continued`,
	pronounI: true,
}
