package sentence

var french = language{
	tag: "fr",
	never: `M MM Mme Mmes Mlle Mlles Me dr drs pr prof mgr St Ste Sts vve Cdt Gal Cne Lt Col Sgt p.ex ex cf c.à.d i.e e.g vs env tél
		av bd boul pl rte réf dép dépt min max éd s.e s.m s.a.r ll.aa Dir`,
	maybe:   `cie ltd inc co corp s.a s.a.r.l s.a.s u.s u.e o.n.u jr al et.al ibid op.cit loc.cit`,
	final:   `etc`,
	clock:   `a.m p.m`,
	counted: `al p pp pag n nº n° num t chap ch fig tabl tab sect parag alin l ann`,
	dated:   `no janv févr fév avr juil juill sept oct nov déc lun mer jeu ven sam dim mar vol art`,
	starters: `le la les l un une des du de d ce cet cette ces c ça cela ceci il elle on nous vous ils elles je j tu mon ma mes ton ta
		tes son sa ses notre nos votre vos leur leurs qui que qu quoi quel quelle quels quelles où quand comment pourquoi combien si
		et ou mais donc or ni car puis ensuite alors ainsi enfin aussi cependant toutefois pourtant néanmoins dans en à au aux par pour
		sur sous avec sans chez vers entre depuis pendant après avant selon lors malgré dès lorsque puisque comme tout toute tous
		toutes chaque plusieurs certains certaines aucun aucune autre autres même y est sont était étaient sera ne pas non oui merci
		voici voilà aujourd hier demain ici là`,
	labels: `article section clause chapitre titre partie étape phase tableau figure annexe exemple exercice note question leçon
		unité module livre tome volume règle point paragraphe numéro page version jour semaine niveau cas option art`,
	calendar: `lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre
		novembre décembre`,
}
