package sentence

var german = language{
	tag: "de",
	never: `hr hrn fr frl dr prof dipl ing univ st sr jr z.b d.h u.a i.d.r i.a i.e e.g bzw ca vgl evtl ggf inkl exkl zzgl abzgl max min
		mind sog insb bes allg gem lt rd tel str pl geb gest verh geg ehem chr hl n.chr v.chr z.t z.zt m.e u.u v.a u.ä. dt engl frz
		lat griech ital russ amerik jap chin bspw resp ev kath röm einschl ausschl entspr zz betr hrsg jur kfm techn stellv med phil
		rer nat vs s.o. i.v i.s.d z.hd p.a a.d b.d k.u.k Mag d.r Fa`,
	maybe:   `co corp inc ltd e.v u.s ph.d m.a b.a m.sc b.sc al et.al n.n i.r a.g o.g u.v.m u.v.a o.j f ff mio mrd tsd`,
	final:   `etc usw usf u.ä o.ä u.dgl dgl s.o s.u`,
	clock:   `a.m p.m`,
	counted: `art abs s nr nrn no bd bde kap abb tab abschn ziff lit rn rdnr rz anm aufl jg jh jhdt bl anl zeile sp ver vers`,
	dated:   `jan jän feb febr mär apr jun jul aug sep sept okt nov dez mo di mi do sa so`,
	starters: `der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem jener jene jenes er sie es
		wir ihr ich du man mein meine dein deine sein seine seiner unser unsere ihre ihren ihrem euer was wer wen wem wie wo wann
		warum weshalb wieso welche welcher welches und oder aber denn sondern doch jedoch wenn falls ob da dass weil damit obwohl
		während nachdem bevor bis seit seitdem als auch nur noch schon dann danach dort hier heute gestern morgen jetzt nun so somit
		daher deshalb deswegen außerdem zudem ferner dabei dafür dagegen darum dazu in im an am auf aus bei beim mit nach von vom vor
		zu zum zur über unter durch für gegen ohne um zwischen wegen trotz laut alle alles jeder jede jedes viele einige manche mehrere
		kein keine keiner nicht nichts nie ist sind war waren wird werden hat haben hatte kann können muss müssen soll sollte bitte ja
		nein danke schließlich zuerst beide andere`,
	labels: `artikel abschnitt klausel kapitel teil schritt phase tabelle abbildung anhang anlage beispiel übung aufgabe hinweis frage
		lektion einheit modul buch band regel punkt absatz nummer seite version tag woche stufe fall option titel art nr`,
	calendar: `montag dienstag mittwoch donnerstag freitag samstag sonntag januar jänner februar märz april mai juni juli august
		september oktober november dezember`,
	dottedOrdinals: true,
}
