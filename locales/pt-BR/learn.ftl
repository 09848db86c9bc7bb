### As lições: como as peças andam, e o que explode.

learn-title = Aprender
learn-lead = Lições curtas no tabuleiro, do primeiro lance à primeira explosão. Cada tarefa vale até três estrelas.
learn-pieces = As peças
learn-special = Lances especiais
learn-atomic = O xadrez atômico
learn-pawns = Batalha dos Peões
learn-begin = Começar
learn-continue = Continuar
learn-stars = { $stars ->
    [one] 1 estrela
   *[other] { $stars } estrelas
}
learn-stars-of = { $stars } de { $most } estrelas
learn-task = Tarefa { $number } de { $count }
learn-task-stars = { $stars ->
    [0] Tarefa { $number }, ainda sem estrelas
    [one] Tarefa { $number }, 1 estrela
   *[other] Tarefa { $number }, { $stars } estrelas
}
learn-still = As pretas esperam: só você joga.
learn-left = { $count ->
    [one] Falta 1.
   *[other] Faltam { $count }.
}
learn-done = { $moves ->
    [one] Feito em 1 lance!
   *[other] Feito em { $moves } lances!
}
learn-done-fewer = { $moves ->
    [one] Feito em 1 lance. Dá para fazer em { $best }.
   *[other] Feito em { $moves } lances. Dá para fazer em { $best }.
}
learn-failed = Ainda não foi desta vez. Recomece e tente outro lance.
learn-shown = Foi assim. Agora é a sua vez.
learn-show = Mostrar
learn-again = Recomeçar
learn-next-task = Próxima tarefa
learn-next-lesson = Próxima lição
learn-lesson-done = Lição concluída
learn-all = Todas as lições
learn-play = Jogar uma partida
learn-rules = As regras completas

## As peças

learn-rook-title = A torre
learn-rook-text = A torre anda em linha reta, pela coluna ou pela fileira, quantas casas quiser. Ela não pula: para antes de uma peça sua, e captura a primeira peça adversária que encontra, ocupando a casa dela.
task-rook-1 = Capture o peão com a torre.
task-rook-2 = Capture os três peões. De quantos lances você precisa?
task-rook-3 = Seu próprio peão está no caminho. Dê a volta e capture os dois.

learn-bishop-title = O bispo
learn-bishop-text = O bispo anda na diagonal, quantas casas quiser, sem pular ninguém. Por isso ele nunca sai das casas da cor em que começou: cada lado tem um bispo das casas claras e um das escuras.
task-bishop-1 = Capture o peão com o bispo.
task-bishop-2 = Capture os três peões, um por lance.
task-bishop-3 = Cada bispo alcança só as casas da sua cor. Use os dois para capturar tudo.

learn-queen-title = A dama
learn-queen-text = A dama, ou rainha, anda como a torre e como o bispo: em linha reta ou na diagonal, quantas casas quiser. É a peça mais forte do tabuleiro.
task-queen-1 = Capture os dois peões: um em linha reta, outro na diagonal.
task-queen-2 = Quatro peões, quatro lances. Por onde você começa?

learn-king-title = O rei
learn-king-text = O rei anda uma casa por vez, em qualquer direção. Ele é a peça que não se pode perder: nunca vai para uma casa atacada, e quando é atacado (o xeque) é preciso salvá-lo na hora.
task-king-1 = Leve o rei até as três estrelas.
task-king-2 = A torre dá xeque. Tire o rei da coluna dela.
task-king-3 = Dois cavalos ao lado do rei, mas só um está sem defesa. Capture esse.

learn-knight-title = O cavalo
learn-knight-text = O cavalo anda em L: duas casas para um lado e uma para o outro. É a única peça que pula as outras, suas ou do adversário; captura apenas na casa onde pousa.
task-knight-1 = Capture o peão com o cavalo.
task-knight-2 = Três peões, um L depois do outro.
task-knight-3 = O cavalo está cercado pelas próprias peças. Pule e capture os dois peões.

learn-pawn-title = O peão
learn-pawn-text = O peão anda uma casa para a frente, ou duas se ainda não saiu do lugar, e nunca volta. Ele captura de outro jeito: uma casa na diagonal, para a frente. Se há uma peça bem na frente dele, ele não anda.
task-pawn-1 = Dê o passo duplo e chegue à estrela em um lance.
task-pawn-2 = Capture os dois peões, na diagonal.
task-pawn-3 = O caminho está fechado na frente. Leve seu peão até a última fileira.

## Lances especiais

learn-promotion-title = A promoção
learn-promotion-text = O peão que chega à última fileira vira outra peça na mesma hora: dama, torre, bispo ou cavalo, à sua escolha. Quase sempre se escolhe a dama; às vezes, não.
task-promotion-1 = Leve o peão à última fileira e faça uma dama.
task-promotion-2 = Aqui a dama não basta. Que peça dá xeque-mate?

learn-checkmate-title = O xeque-mate
learn-checkmate-text = O rei atacado está em xeque. Ele pode fugir, uma peça pode se pôr no caminho, ou a que ataca pode ser capturada. Se nada disso salva o rei, é xeque-mate, e a partida acaba.
task-checkmate-1 = Os próprios peões prendem o rei. Dê xeque-mate em um lance.
task-checkmate-2 = Dê xeque-mate com a dama. Cuidado: se o rei não estiver em xeque e não puder andar, é empate.
task-checkmate-3 = O rei não tem para onde ir. Dê xeque-mate com o cavalo.

learn-castling-title = O roque
learn-castling-text = Uma vez por partida o rei anda duas casas em direção a uma torre, e a torre passa para o outro lado dele. Só vale se nenhum dos dois já andou, se não há nada entre eles, e se o rei não está em xeque nem passa ou termina numa casa atacada.
task-castling-1 = Faça o roque pequeno: o rei vai para g1.
task-castling-2 = Faça o roque grande: o rei vai para c1.
task-castling-3 = O bispo ataca uma casa do caminho. Faça o roque que ainda é possível.

learn-enpassant-title = En passant
learn-enpassant-text = Um peão que dá o passo duplo e para ao lado de um peão adversário pode ser capturado como se tivesse andado uma casa só. Mas só no lance seguinte: depois, já passou.
task-enpassant-1 = As pretas acabam de dar o passo duplo. Capture o peão en passant.
task-enpassant-2 = De novo, e agora qualquer um dos seus peões serve.

## O xadrez atômico

learn-explosion-title = Sua primeira explosão
learn-explosion-text = No Atômico, toda captura explode. Somem a peça que captura, a capturada e todas as peças nas oito casas em volta, de qualquer cor. Só os peões em volta resistem. Escolha a peça e aponte para a captura: antes de explodir, você vê quem vai junto.
task-explosion-1 = Capture o peão em d5 e veja quem vai junto.
task-explosion-2 = A dama preta está bem guardada, mas tem um peão ao lado. Faça-a explodir.
task-explosion-3 = Quem captura também some. Exploda o bispo sem perder a sua dama.

learn-kingblast-title = O rei vai pelos ares
learn-kingblast-text = Quem explode o rei adversário vence na hora, mesmo estando em xeque. Não é preciso capturar o rei: basta capturar ao lado dele. E o seu próprio rei nunca pode ir junto.
task-kingblast-1 = Exploda o rei preto em um lance.
task-kingblast-2 = Seu rei está em xeque. Não faz mal: vença já.
task-kingblast-3 = Duas capturas parecem boas, mas uma levaria também o seu rei. Ache a outra.

learn-strict-title = O Atômico estrito
learn-strict-text = No Atômico estrito, você não pode deixar seu rei exposto a nenhuma captura que o exploda. Um lance assim é recusado, como no xadrez se recusa entrar em xeque. Só explodir o rei adversário é sempre permitido.
task-strict-1 = O cavalo ameaça capturar em f2 e explodir o seu rei. Salve-o.
task-strict-2 = Reis que se tocam se protegem: capturar um explodiria os dois. Leve seu rei até a estrela.

learn-simple-title = O Atômico simples
learn-simple-text = Aqui só valem as explosões: não há xeque, roque, en passant nem promoção. O rei pode entrar em qualquer perigo, e quem fica sem rei perde.
task-simple-1 = O rei ficou na frente da sua torre, e ninguém avisou. Aproveite.
task-simple-2 = Leve o peão à última fileira. Ele continua peão.

## Batalha dos Peões

learn-pawns-title = A Batalha dos Peões
learn-pawns-text = Não há reis. Vence quem leva primeiro um peão à última fileira, ou captura todos os peões do adversário. As peças andam como no xadrez, mas não há roque nem promoção.
task-pawns-1 = É uma corrida, e as pretas também correm. Chegue primeiro.
task-pawns-2 = Capture o último peão das pretas.
task-pawns-3 = O peão preto tenta passar correndo. Capture-o en passant.
