package sentence

var portuguese = language{
	tag: "pt",
	never: `sr sra srs sras srta dr dra drs dras d eng engº arq prof profa profª exmo exma exmos exmas ilmo ilma v.exa v.s v.sa rev fr st
		sto sta gen cel maj sgt des adv dep sen pres dir p.ex p.e ex.mo i.e e.g vs cf v.g av r.dr pç pça tel telef ref aprox máx mín
		depto dpto atte cód ap apto Pe Ten`,
	maybe:   `s.a ltda lda cia e.p u.s e.u.a u.e inc ltd co corp a.c d.c jr al et.al ph.d op.cit ibid unip`,
	final:   `etc ss min seg kg km`,
	clock:   `a.m p.m`,
	counted: `art arts al als p pp pág págs pag n nº n.º núm num inc vol vols cap caps fig figs tab tít t ed fl fls proc`,
	dated:   `no jan fev mar abr mai jun jul ago set out nov dez ter qua qui sex sáb dom`,
	starters: `o a os as um uma uns umas este esta estes estas isto esse essa esses essas isso aquele aquela aqueles aquelas aquilo eu
		tu ele ela nós vós eles elas você vocês meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas se me te lhe
		nos que quem qual quais quanto quantos quantas como quando onde porque pois sim não nunca também já ainda hoje ontem amanhã
		agora então depois antes assim além com sem por pelo pela pelos pelas para em no na nos nas de do da dos das ao à aos às num
		numa ante até após contra desde durante entre sobre segundo sob e ou mas porém todavia contudo embora enquanto caso cada todo
		toda todos todas algum alguma alguns algumas nenhum nenhuma outro outra outros outras qualquer muitos muitas poucos poucas
		vários várias ambos ambas tanto tal há havia é são era eram foi foram será está estão tem têm deve devem pode podem só apenas
		finalmente atualmente obrigado obrigada olá aqui ali lá`,
	labels: `artigo secção seção cláusula capítulo título anexo apêndice ponto passo fase etapa tabela quadro figura gráfico exemplo
		exercício nota pergunta tema lição unidade módulo parte livro tomo volume regra número página versão dia semana nível caso
		opção art`,
	ordinals: `primeiro primeira segundo segunda terceiro terceira quarto quarta quinto quinta sexto sexta sétimo sétima oitavo oitava
		nono nona décimo décima único única`,
	calendar: `segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo janeiro fevereiro março abril maio junho
		julho agosto setembro outubro novembro dezembro`,
}
