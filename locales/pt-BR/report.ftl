### O que o relatório de uma partida diz: como cada lance é classificado, por quê, e como cada lado jogou.
### As duas línguas têm as mesmas mensagens com os mesmos argumentos; um teste as compara.

## Classificações

label-brilliant = Brilhante
label-onlyMove = Lance único
label-inaccuracy = Imprecisão
label-mistake = Erro
label-blunder = Erro grave
label-missedWin = Vitória perdida

# $count é quantos houve.
label-count-brilliant = { $count ->
    [one] 1 lance brilhante
   *[other] { $count } lances brilhantes
}
label-count-onlyMove = { $count ->
    [one] 1 lance único encontrado
   *[other] { $count } lances únicos encontrados
}
label-count-inaccuracy = { $count ->
    [one] 1 imprecisão
   *[other] { $count } imprecisões
}
label-count-mistake = { $count ->
    [one] 1 erro
   *[other] { $count } erros
}
label-count-blunder = { $count ->
    [one] 1 erro grave
   *[other] { $count } erros graves
}
label-count-missedWin = { $count ->
    [one] 1 vitória perdida
   *[other] { $count } vitórias perdidas
}

## Fases

phase-opening = Abertura
phase-middlegame = Meio-jogo
phase-endgame = Final

## Razões
# Os lances estão na notação usual. $by é como a partida seria vencida.

reason-losesAtOnce = { $by ->
    [checkmate] { $reply } é xeque-mate.
    [kingExploded] { $reply } explode o rei.
    [pawnHome] { $reply } leva um peão até o fim.
   *[pawnsCaptured] { $reply } captura o último peão.
}
reason-allowsWin = { $by ->
    [checkmate] { $reply } força o xeque-mate em { $moves } lances.
    [kingExploded] { $reply } vence à força: o rei explode em { $moves } lances.
    [pawnHome] { $reply } força a chegada de um peão em { $moves } lances.
    [pawnsCaptured] { $reply } captura todos os peões em { $moves } lances.
   *[unknown] { $reply } vence à força em { $moves } lances.
}
reason-losesRace = { $reply } ganha a corrida: esse peão chega em { $moves } { $moves ->
    [one] lance
   *[other] lances
}, e ao seu ainda faltariam { $shortBy }.
reason-missesWin = { $by ->
    [checkmate] { $best } forçaria o xeque-mate em { $moves }.
    [kingExploded] { $best } explodiria o rei em { $moves }.
    [pawnHome] { $best } levaria um peão até o fim em { $moves }.
    [pawnsCaptured] { $best } capturaria todos os peões em { $moves } lances.
   *[unknown] { $best } venceria à força em { $moves } lances.
}
# $taken é uma lista de peças.
reason-blast = { $reply } explode { $taken }.
reason-hangs = { $role ->
    [pawn] { $reply } captura o peão em { $square }.
    [knight] { $reply } captura o cavalo em { $square }.
    [bishop] { $reply } captura o bispo em { $square }.
    [rook] { $reply } captura a torre em { $square }.
    [queen] { $reply } captura a dama em { $square }.
   *[king] { $reply } captura o rei em { $square }.
}
reason-losesMaterial = Depois de { $reply } perde-se material, { $points ->
    [one] mais ou menos o valor de um peão.
   *[other] mais ou menos o valor de { $points } peões.
}
reason-missesMaterial = { $best } ganharia material, { $points ->
    [one] mais ou menos o valor de um peão.
   *[other] mais ou menos o valor de { $points } peões.
}
reason-betterMove = { $best } era melhor.
reason-nothingElse = Qualquer outro lance perde muito; o segundo melhor era { $runnerUp }.

# Uma peça na lista do que uma explosão leva.
taken-piece = { $role ->
    [pawn] o peão em { $square }
    [knight] o cavalo em { $square }
    [bishop] o bispo em { $square }
    [rook] a torre em { $square }
    [queen] a dama em { $square }
   *[king] o rei em { $square }
}
# Duas partes de uma lista: as duas últimas, e duas antes delas.
list-last = { $first } e { $second }
list-more = { $first }, { $second }

## Como cada lado jogou

report-accuracy = precisão de { $percent } %
report-no-moves = nenhum lance

## O relatório na página

report-title = Relatório da partida
report-accuracy-title = Precisão
report-graph = As chances das brancas depois de cada lance. No fim: { $percent } %.
report-making = O computador está analisando as posições: { $done } de { $total }.
report-busy = O servidor tem relatórios demais para fazer agora; por isso este navegador está fazendo o seu.
report-made-here = Feito neste navegador, porque o servidor estava ocupado; os números são os mesmos do servidor.
report-time-title = Tempo usado
report-time-used = Tempo usado: { $time }.
report-seconds = { $seconds } s
report-not-over = O relatório é feito quando a partida termina.
report-to-game = Voltar à partida
report-start = A posição inicial.
# $share é a chance das brancas em por cento, $score a avaliação do computador.
report-now = Chances das brancas: { $share } % ({ $score })
report-plain = Um bom lance.
report-best = O melhor lance.
report-show-answer = Mostrar a resposta
report-show-better = Mostrar o lance melhor
report-line-end = Voltar aos lances da partida
report-next-mistake = Próximo erro
report-learn = Aprender com os erros
report-learn-of = { $color ->
    [white] Erros das brancas
   *[black] Erros das pretas
}
report-made-with = { $engine }, { $nodes } posições examinadas por lance.
report-moves = Lances

## Erros perguntados de novo

mistakes-title = Aprender com os erros
mistakes-number = Posição { $number } de { $count }
# $whose é yours ou theirs.
mistakes-played = { $whose ->
    [yours] Você jogou { $move }. Há coisa melhor.
   *[theirs] Foi jogado { $move }. Há coisa melhor.
}
mistakes-ask = Encontre um lance melhor.
mistakes-judging = { $move }: deixe-me ver…
mistakes-right = { $move } está certo!
mistakes-wrong = Não é { $move }. Tente de novo.
mistakes-same = { $move } foi o lance da partida. Tente outro.
mistakes-solution = O melhor lance é { $move }.
mistakes-next = Próxima
mistakes-skip = Pular
mistakes-show-best = Mostrar o lance
mistakes-back = Voltar ao relatório
mistakes-done = { $count ->
    [0] Nenhum erro que valha perguntar de novo. Bem jogado!
   *[other] Pronto: você encontrou { $right } de { $count }.
}
