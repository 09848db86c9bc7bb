### O tabuleiro de análise. Carregado com ele.

analysis-of = Análise: { $variant }
analysis-collapse = Mostrar ou esconder { $count ->
    [one] uma variante
   *[other] { $count } variantes
}
analysis-variation = Variante
analysis-first = Início
analysis-back = Voltar
analysis-forth = Avançar
analysis-last = Fim
analysis-promote = Promover
analysis-demote = Rebaixar
analysis-delete = Apagar
analysis-flip = Virar o tabuleiro
analysis-judge = Avaliar o lance
analysis-comment = Comentário
analysis-keys = Teclas: ← → percorrer, ↑ ↓ outra variante, Home, End, E motor, T ameaça, G mais fundo, B explosões, P promover, D rebaixar, X recolher, Del apagar, M escrever um lance, C comentário, F virar, espaço joga o melhor lance.
analysis-import = Importar e exportar
analysis-text = PGN ou FEN
analysis-take = Abrir
analysis-file = Abrir um arquivo
analysis-copy-pgn = Copiar PGN
analysis-copy-fen = Copiar FEN
analysis-save = Salvar PGN
analysis-copy-by-hand = Copie do campo acima.
analysis-choose = { $count } partidas: escolha uma
analysis-moves = { $count ->
    [one] um lance
   *[other] { $count } lances
}
analysis-unkept = Este navegador não tem espaço para guardar a análise. Salve o PGN ou apague análises anteriores.
earlier-title = { $count ->
    [one] Uma análise anterior
   *[other] { $count } análises anteriores
}
earlier-text = O que estava neste tabuleiro antes de outra coisa ser aberta. As últimas { $count } ficam guardadas, só neste navegador.
earlier-forget = Apagar “{ $title }”
earlier-really = Apagar mesmo?
engine-title = Motor de análise
engine-on = Ligar o motor
engine-off = Desligar o motor
engine-lines = Linhas
engine-threat = Ameaça
engine-deeper = Mais fundo
engine-thinks = Pensando…
engine-depth = Profundidade { $depth }, { $nodes } posições
engine-no-threat = Com o rei em xeque não dá para passar a vez.
editor-title = Montar uma posição
editor-pieces = Peça a colocar
editor-erase = Remover
editor-turn = Quem joga
editor-castling = Direitos de roque
editor-passed = Casa de en passant
editor-analyse = Analisar esta posição
editor-clear = Esvaziar o tabuleiro
editor-reset = Voltar à posição do tabuleiro
blast-map = O que cada captura levaria
blast-map-show = Mostrar no tabuleiro
other-rules = A mesma posição com outras regras
other-rules-impossible = lá essa posição não existe.
other-rules-moves = { $count ->
    [one] um lance.
   *[other] { $count } lances.
}
other-rules-more = Lá também vale: { $moves }.
other-rules-fewer = Lá não vale: { $moves }.
other-rules-open = Abrir lá
pgn-none = Nenhuma partida foi encontrada neste texto.
pgn-tooLarge = Este texto é grande demais: dá para abrir até { $megabytes } MB. Divida em arquivos menores.
pgn-other-game = Esta é uma partida de { $variant }, que tem o seu próprio tabuleiro.
pgn-first-games = Este texto tem partidas demais; as primeiras { $count } estão na lista.
fen-other-game = É uma posição de { $variant }, que tem o seu próprio tabuleiro.
pgn-fault-at-move = Partida { $game }, linha { $line }, lance { $move }: { $why }
pgn-fault-at = Partida { $game }, linha { $line }: { $why }
pgn-fault-tag = esperava-se uma etiqueta como [White "Ana"], mas veio “{ $what }”.
pgn-fault-variant = a etiqueta Variant diz “{ $what }”, que não é nenhum dos jogos daqui.
pgn-fault-start = a etiqueta FEN não é uma posição deste jogo. { $what }
pgn-fault-move = o lance não pode ser jogado.
pgn-fault-variationWithoutMove = uma variante começa antes de qualquer lance que ela pudesse substituir.
pgn-fault-strayBracket = “)” fecha uma variante, mas nenhuma está aberta.
pgn-fault-openVariation = a partida acaba dentro de uma variante; falta “)”.
pgn-fault-openComment = a partida acaba dentro de um comentário; falta “{ "}" }”.
pgn-fault-strayBrace = “{ "}" }” fecha um comentário, mas nenhum está aberto.
pgn-fault-nag = esperava-se um número de 0 a 255 depois de $, mas veio “{ $what }”.
pgn-fault-manyTags = há mais de { $limit } etiquetas.
pgn-fault-longTag = uma etiqueta tem mais de { $limit } bytes.
pgn-fault-manyMoves = há mais de { $limit } lances, contando as variantes.
pgn-fault-deepVariations = há mais de { $limit } variantes umas dentro das outras.
pgn-fault-longComment = um comentário tem mais de { $limit } bytes.
pgn-fault-longComments = os comentários juntos têm mais de { $limit } bytes.
pgn-fault-other = { $what }
nag-1 = Bom lance
nag-2 = Erro
nag-3 = Lance brilhante
nag-4 = Erro grave
nag-5 = Lance interessante
nag-6 = Lance duvidoso
nag-7 = Único lance
nag-10 = Igual
nag-13 = Pouco claro
nag-14 = As brancas estão um pouco melhor
nag-15 = As pretas estão um pouco melhor
nag-16 = As brancas estão melhor
nag-17 = As pretas estão melhor
nag-18 = As brancas estão ganhando
nag-19 = As pretas estão ganhando
fault-fieldCount = Um FEN tem de quatro a seis campos; este tem { $found }.
fault-rankCount = Um tabuleiro tem oito fileiras separadas por “/”; este tem { $found }.
fault-rankLength = A fileira { $rank } tem { $found } casas em vez de oito.
fault-pieceLetter = “{ $letter }” na fileira { $rank } não é uma peça.
fault-sideToMove = Quem joga é “w” ou “b”, não “{ $text }”.
fault-castlingText = Direitos de roque são “-” ou letras de KQkq, não “{ $text }”.
fault-castlingRook = Para o direito de roque “{ $letter }” não há rei e torre em casa.
fault-enPassantText = A casa de en passant é “-” ou uma casa, não “{ $text }”.
fault-counter = Um contador é um número até { $max }, não “{ $text }”.
fault-noKing = { $color ->
    [white] As brancas não têm rei.
   *[black] As pretas não têm rei.
}
fault-manyKings = { $color ->
    [white] As brancas têm { $found } reis em vez de um.
   *[black] As pretas têm { $found } reis em vez de um.
}
fault-noKings = Nenhum lado tem rei; só um deles pode faltar.
fault-kingInPawnBattle = Há um rei em { $square }, mas na Batalha dos Peões não há reis.
fault-noPawns = Nenhum lado tem peões; só um deles pode ficar sem.
fault-bothHome = Os dois lados têm um peão em casa; só um pode ter vencido.
fault-pawnOnEndRank = { $color ->
    [white] Nenhum peão branco pode estar em { $square }.
   *[black] Nenhum peão preto pode estar em { $square }.
}
fault-opponentInCheck = { $color ->
    [white] As brancas acabaram de jogar e estão em xeque por { $by }.
   *[black] As pretas acabaram de jogar e estão em xeque por { $by }.
}
fault-opponentThreatened = O rei de quem acabou de jogar pode explodir: { $from } captura { $to }.
fault-enPassant = Nenhum peão pode ter acabado de passar por { $square }.
fault-castlingRight = { $color ->
    [white] As brancas não têm rei e torre em casa para rocar com { $rook }.
   *[black] As pretas não têm rei e torre em casa para rocar com { $rook }.
}
fault-other = Esta posição não existe neste jogo.
