### As páginas de regras.

rules-choose = Cinco jogos, um tabuleiro. Cada página conta as regras e deixa você experimentá-las.
rules-play = Jogar
rules-learn = Aprender no tabuleiro
rules-learn-pieces = Não conhece as peças? Veja como elas andam.
rules-boards = Experimente
rules-boards-text = Os tabuleiros são de verdade: mova as peças ou veja a regra em ação. Se um lance não é permitido, a página diz por quê.
lesson-show = Mostrar
lesson-again = Recomeçar
lesson-turn = { $color ->
    [white] As brancas jogam.
   *[black] As pretas jogam.
}

## Xadrez clássico

rules-chess-1 = Dê xeque-mate: ataque o rei de modo que nenhum lance o salve.
rules-chess-2 = Você nunca pode deixar o próprio rei em xeque.
rules-chess-3 = A partida empata se quem joga não tem lance legal e não está em xeque, se ninguém mais pode vencer, depois de cinquenta lances sem captura nem movimento de peão, e quando a mesma posição aparece pela terceira vez.

lesson-checkmate-title = Xeque-mate
lesson-checkmate-text = A torre ataca o rei na última fileira, e os próprios peões o prendem. Isso vence a partida.
lesson-check-title = Xeque
lesson-check-text = A torre ataca o rei. Um lance que o deixa atacado é recusado: saia de lado, ponha uma peça no meio ou capture a torre.
lesson-castling-title = Roque
lesson-castling-text = Uma vez por partida o rei anda duas casas em direção a uma torre, e a torre salta por cima dele. Nenhum dos dois pode ter se movido, nada pode estar entre eles, e as casas de onde o rei sai, por onde passa e aonde chega não podem estar atacadas.
lesson-enpassant-title = En passant
lesson-enpassant-text = Um peão que dá o passo duplo e passa ao lado de um peão inimigo pode ser capturado como se tivesse andado uma casa só, mas apenas no lance seguinte.
lesson-promotion-title = Promoção
lesson-promotion-text = Um peão que chega à última fileira vira dama, torre, bispo ou cavalo.
lesson-stalemate-title = Afogamento
lesson-stalemate-text = Nenhum lance legal, mas também nenhum xeque: empate. As brancas podiam ter feito melhor aqui.

## Atômico

rules-atomic-1 = Toda captura explode. A peça que captura, a capturada e todas as peças nas oito casas em volta somem, sejam de quem forem. Só os peões ao lado da explosão ficam: um peão some apenas se captura ou é capturado.
rules-atomic-2 = Quem explode o rei inimigo venceu, mesmo estando em xeque.
rules-atomic-3 = Você não pode explodir o próprio rei, e um rei nunca captura.
rules-atomic-4 = Xeque e xeque-mate são como no xadrez. Mas um rei pode ficar ao lado do outro: enquanto os reis se tocam, nada dá xeque, pois uma captura levaria os dois.
rules-atomic-5 = Um rei pode ficar onde uma captura ao lado o explodiria. Isso é permitido, mas custa a partida.

lesson-explosion-title = A explosão
lesson-explosion-text = O peão captura em d5. Os dois peões somem, e o cavalo e o bispo vão junto. O peão em c5 fica: peões resistem a explosões ao seu lado.
lesson-kingblast-title = Exploda o rei
lesson-kingblast-text = O cavalo captura o peão em f7. O rei está ao lado e vai junto: vitória das brancas.
lesson-ownking-title = Não com o seu rei
lesson-ownking-text = A torre gostaria do peão em e2, mas o próprio rei explodiria junto. Tente.
lesson-kingcapture-title = Um rei nunca captura
lesson-kingcapture-text = O peão dá xeque. O rei não pode tomá-lo, pois explodiria. Ele tem que sair de lado.
lesson-touching-title = Reis que se tocam
lesson-touching-text = A dama dá xeque. O rei escapa indo para o lado do outro rei: ali a dama só poderia explodir os dois, e isso não é permitido.
lesson-enpassantblast-title = En passant também explode
lesson-enpassantblast-text = O centro da explosão é a casa aonde chega o peão que captura, aqui d6. O cavalo em c6 vai junto.
lesson-open-title = Exposto a uma explosão
lesson-open-text = O cavalo ameaça capturar em f7. As pretas podem ignorar a ameaça, pois nada dá xeque direto. Mas perdem a partida.

## Atômico estrito

rules-strictatomic-1 = Explosões como no Atômico.
rules-strictatomic-2 = Mas o seu rei não pode ficar exposto a nenhuma captura que o explodiria. Um lance assim é recusado, como no xadrez se recusa entrar em xeque.
rules-strictatomic-3 = Um rei ameaçado precisa ser salvo. Se nenhum lance o salva, é xeque-mate. Um lance que explode o rei inimigo é sempre permitido.
rules-strictatomic-4 = O roque é recusado se o rei está ameaçado, ou se estaria ameaçado numa casa por onde passa ou aonde chega. Não há empate por falta de material.

lesson-strict-title = Estrito: salve o rei
lesson-strict-text = O cavalo ameaça capturar em f7 e explodir o rei. Um lance que não faz nada contra isso é recusado.
lesson-plain-title = Atômico comum: pode, mas perde
lesson-plain-text = A mesma posição no Atômico: o lance descuidado é permitido, e o rei explode.
lesson-strictanswer-title = Uma saída
lesson-strictanswer-text = A dama captura o cavalo. Os dois somem, e o rei está a salvo. Você acha outras saídas?
lesson-stricttouching-title = Reis que se tocam
lesson-stricttouching-text = Ao lado do outro rei não há perigo de captura direta: ela levaria os dois.

## Atômico simples

rules-simpleatomic-1 = Explosões como no Atômico, e quem fica sem rei perde.
rules-simpleatomic-2 = Sem xeque, sem roque, sem en passant, sem promoção. Um peão na última fileira fica lá como peão.
rules-simpleatomic-3 = Os reis podem entrar em qualquer perigo. Você pode até explodir o próprio rei, e perder; só não pode explodir os dois reis de uma vez. Sem lance legal, a partida empata.

lesson-simpledanger-title = Rumo ao perigo
lesson-simpledanger-text = Ninguém impede o rei de parar na frente da torre. A torre o captura, e as pretas vencem.
lesson-simpleown-title = O próprio rei
lesson-simpleown-text = Aqui esta captura é permitida. Ela explode o rei branco, e as brancas perderam.
lesson-simplepawn-title = Sem promoção
lesson-simplepawn-text = O peão chega à última fileira e continua peão. Não anda mais.
lesson-simplecastling-title = Sem roque
lesson-simplecastling-text = Aqui o rei nunca anda duas casas. Tente.

## Batalha dos Peões

rules-pawnbattle-1 = Não há reis. Cada lado tem de dois a oito peões, e talvez cavalos, bispos, torres e uma dama, iguais para os dois e em suas casas de costume.
rules-pawnbattle-2 = Vence o primeiro peão que chegar à última fileira. Quem fica sem peões perde.
rules-pawnbattle-3 = As peças andam e capturam como no xadrez, en passant incluído. Não há roque nem promoção.
rules-pawnbattle-4 = A partida empata se quem joga não tem lance legal, ou depois de cinquenta lances de cada lado sem captura.

lesson-pawnhome-title = Um peão chega ao fim
lesson-pawnhome-text = Mais um passo, e as brancas vencem.
lesson-pawnsgone-title = Sem peões
lesson-pawnsgone-text = As brancas capturam o último peão das pretas. Isso também vence.
lesson-pawnenpassant-title = En passant
lesson-pawnenpassant-text = O passo duplo não salva um peão daquele que está ao lado.
lesson-pawnblocked-title = Travado
lesson-pawnblocked-text = As brancas avançam, e as pretas ficam sem lance: empate. Há um lance melhor?
