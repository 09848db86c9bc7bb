### O que toda interface do jogo diz: modalidades, peças, recusas, resultados e os comentários do computador.
### As duas línguas têm as mesmas mensagens com os mesmos argumentos; um teste as compara.

## Modalidades

variant-chess = Xadrez clássico
variant-chess-line = O xadrez que o mundo todo joga: dê xeque-mate no rei.
variant-atomic = Atômico
variant-atomic-line = Toda captura explode. Exploda o rei e a vitória é sua.
variant-strictatomic = Atômico estrito
variant-strictatomic-line = Como o Atômico, mas seu rei nunca pode ficar exposto a uma explosão.
variant-simpleatomic = Atômico simples
variant-simpleatomic-line = Só as explosões: sem xeque, roque, en passant ou promoção.
variant-pawnbattle = Batalha dos Peões
variant-pawnbattle-line = Sem reis. Vence o primeiro peão que chegar à última fileira.

## Cores e peças

color-white = Brancas
color-black = Pretas

piece-pawn = peão
piece-knight = cavalo
piece-bishop = bispo
piece-rook = torre
piece-queen = dama
piece-king = rei

# $color é white ou black; $role, uma das peças acima.
piece-of = { $role ->
    [pawn] peão
    [knight] cavalo
    [bishop] bispo
    [rook] torre
    [queen] dama
   *[king] rei
} { $color ->
    [white] { $role ->
        [rook] branca
        [queen] branca
       *[other] branco
    }
   *[black] { $role ->
        [rook] preta
        [queen] preta
       *[other] preto
    }
}

## Por que um lance é recusado

refusal-gameOver = A partida acabou.
refusal-noPiece = Não há peça em { $from }.
refusal-notYourPiece = A peça em { $from } é do adversário.
refusal-sameSquare = O lance precisa terminar em outra casa.
refusal-ownPiece = Já há uma peça sua em { $at }.
refusal-notItsMove = { $role ->
    [pawn] Um peão não anda assim.
    [knight] Um cavalo não anda assim.
    [bishop] Um bispo não anda assim.
    [rook] Uma torre não anda assim.
    [queen] Uma dama não anda assim.
   *[king] Um rei não anda assim.
}
refusal-blocked = A peça em { $at } está no caminho.
refusal-pawnBlocked = A peça em { $at } está no caminho; o peão só captura na diagonal.
refusal-nothingToCapture = O peão só anda na diagonal para capturar, e ali não há o que capturar.
refusal-doubleStepSpent = O peão só dá o passo duplo a partir da sua casa inicial.
refusal-promotionMissing = O peão deve virar dama, torre, bispo ou cavalo: acrescente q, r, b ou n.
refusal-noSuchPromotion = Um peão não pode virar essa peça com este lance.
refusal-kingNeverCaptures = Neste jogo o rei nunca captura: explodiria junto com a peça capturada.
refusal-ownKingExplodes = O seu próprio rei explodiria.
refusal-bothKingsExplode = Os dois reis explodiriam.
refusal-inCheck = Seu rei ficaria em xeque pela peça em { $by }.
refusal-explodingCaptureRemains = Seu rei ficaria exposto a uma explosão: { $from } captura { $to }.
refusal-castlingNotInThisGame = Neste jogo não há roque.
refusal-castlingNoRight = Não dá para rocar: o rei ou essa torre já se moveu, ou a torre não está mais lá.
refusal-castlingBlocked = Não dá para rocar: a peça em { $at } está no caminho.
refusal-castlingInCheck = Não dá para rocar em xeque: a peça em { $by } ataca o rei.
refusal-castlingThroughCheck = Não dá para rocar: em { $square } o rei ficaria em xeque pela peça em { $by }.
refusal-castlingThreatened = Não dá para rocar: o rei ficaria exposto a uma explosão, { $from } captura { $to }.
refusal-notAMove = “{ $text }” não é um lance. Escreva como Cf3 ou g1f3.
refusal-nobodyMayPass = Não é permitido passar a vez: você precisa jogar.
refusal-noSuchPiece = { $role ->
    [pawn] Você não tem mais peões.
    [knight] Você não tem mais cavalos.
    [bishop] Você não tem mais bispos.
    [rook] Você não tem mais torres.
    [queen] Você não tem mais dama.
   *[king] Você não tem rei.
}
refusal-noneMay = { $role ->
    [pawn] Nenhum peão seu pode ir para { $to }.
    [knight] Nenhum cavalo seu pode ir para { $to }.
    [bishop] Nenhum bispo seu pode ir para { $to }.
    [rook] Nenhuma torre sua pode ir para { $to }.
    [queen] Nenhuma dama sua pode ir para { $to }.
   *[king] Seu rei não pode ir para { $to }.
}
refusal-ambiguous = Mais de uma peça pode fazer isso. Diga qual: { $candidates }.

refusal-notYourTurn = Não é a sua vez.
refusal-notYourGame = Só os dois jogadores podem fazer isso; você está assistindo.
refusal-stalePly = A partida andou nesse meio-tempo. Olhe de novo, por favor.
refusal-notStarted = A partida ainda não começou: falta o adversário.
refusal-noSuchOffer = Não há proposta desse tipo para responder.
refusal-offerStands = Isso já foi proposto.
refusal-nothingToTakeBack = Você não tem lance para voltar.
refusal-tooLateToAbort = É tarde para cancelar: os dois lados já jogaram.
refusal-notOverdue = Seu adversário ainda tem tempo.
refusal-opponentPresent = Seu adversário está aí, ou ainda pode voltar.
refusal-gameNotOver = A partida ainda não acabou.
refusal-noSuchGame = Essa partida não existe.
refusal-seatTaken = Alguém foi mais rápido: o lugar está ocupado.
refusal-badSetup = Esta configuração não pode ser jogada. Os dois lados precisam dos mesmos dois a oito peões e das mesmas peças em suas casas iniciais.
refusal-badPosition = Esta posição não é possível neste jogo.
refusal-badTime = Não dá para jogar com esse controle de tempo.
refusal-badLevel = Os níveis vão de 1 a { $max }.
refusal-badMessage = O servidor não entendeu.
refusal-badAccountName = O nome de uma conta tem de 2 a 20 letras sem acento, algarismos, hifens e sublinhados, e começa com letra ou algarismo.
refusal-accountNameTaken = Outra pessoa já usa esse nome.
refusal-badScopes = Escolha ao menos uma permissão que sirva a esse tipo de conta.
refusal-badNickname = Um apelido tem de 1 a 20 caracteres, sem quebras de linha.
refusal-hiddenCharacter = Há um caractere invisível no texto. Apague-o e envie de novo.
refusal-tooLong = Longo demais.
refusal-tooLarge = Grande demais.
refusal-tooSlow = Isso demorou demais para chegar. Tente de novo.
refusal-rateLimited = Rápido demais. Espere um instante e tente de novo.
refusal-wrongOrigin = O servidor não aceita pedidos desta página.
refusal-notFound = Não há nada neste endereço.
refusal-wrongMethod = Isso não pode ser feito neste endereço.
refusal-busy = O servidor está ocupado. Tente de novo em um instante.
refusal-unreachable = Não foi possível falar com o servidor. Verifique sua conexão e tente de novo.
refusal-internal = Algo deu errado no servidor. Tente de novo em um instante.

## Como uma partida termina

end-won = Você venceu
end-lost = Você perdeu
end-white = As brancas venceram
end-black = As pretas venceram
end-draw = Empate
end-none = Ninguém vence

end-by-checkmate = por xeque-mate
end-by-stalemate = por afogamento
end-by-agreement = de comum acordo
end-by-timeout = por tempo
# $loser is white, black, or you.
end-by-kingExploded = { $loser ->
    [you] seu rei explodiu
    [white] o rei branco explodiu
   *[black] o rei preto explodiu
}
end-by-pawnHome = um peão chegou à última fileira
end-by-pawnsCaptured = { $loser ->
    [you] você ficou sem peões
    [white] as brancas ficaram sem peões
   *[black] as pretas ficaram sem peões
}
end-by-insufficientMaterial = ninguém mais pode vencer
end-by-fiftyMoves = cinquenta lances sem progresso
end-by-threefold = a mesma posição pela terceira vez
end-by-resignation = { $loser ->
    [you] você desistiu
    [white] as brancas desistiram
   *[black] as pretas desistiram
}
end-by-left = { $loser ->
    [you] você saiu da partida
    [white] as brancas saíram da partida
   *[black] as pretas saíram da partida
}
end-by-infractions = { $loser ->
    [you] você cometeu infrações demais
    [white] as brancas cometeram infrações demais
   *[black] as pretas cometeram infrações demais
}
end-by-aborted = a partida foi cancelada

## O computador: Pavio, de pavio curto e coração mole

computer-name = Pavio
computer-named = Pavio, nível { $level }
computer-about = Pavio é o pavio de uma vela que sempre quis ser fogo de artifício.

remark-greeting-1 = Olá! Eu sou o Pavio. Acendo rápido, mas queimo devagar. Vamos?
remark-greeting-2 = Ah, companhia! Eu já estava ficando úmido aqui sozinho.
remark-greeting-3 = Boas-vindas! Só peço uma coisa: nada de ventilador.
remark-greeting-4 = Pavio, às suas ordens. Prometo ser um cavalheiro até o terceiro lance.
remark-greeting-5 = Que bom ver você. Contei suas peças: estão todas aí. Por enquanto.
remark-greeting-6 = Vamos jogar! Andei ensaiando a minha cara de surpresa.

remark-capture-1 = Uma peça a menos para espanar.
remark-capture-2 = Eu gostava daquela casa cheia de gente.
remark-capture-3 = E assim o tabuleiro vai ficando mais silencioso.
remark-capture-4 = Direto para a caixa. Dizem que lá dentro é confortável.
remark-capture-5 = Uma troca de opiniões!
remark-capture-6 = Alguém tinha que sair. O aluguel daquela casa está um absurdo.

remark-explosion-1 = BUM! Desculpe. Eu me empolgo.
remark-explosion-2 = Sentiu o chão tremer?
remark-explosion-3 = E quem vai varrer isso tudo?
remark-explosion-4 = Juro que eu só queria bater à porta.
remark-explosion-5 = Meu som preferido. Mais uma vez, por favor.
remark-explosion-6 = Isso é que é abrir espaço.

remark-blunder-1 = Tem certeza? Pergunto como amigo. Um amigo que toma tudo.
remark-blunder-2 = É meu aniversário?
remark-blunder-3 = Olhei duas vezes. Está mesmo ali, para mim.
remark-blunder-4 = Todo mundo tem lances assim. Eu guardo os meus por data.
remark-blunder-5 = Eu até deixaria você voltar o lance, mas veja como brilha.
remark-blunder-6 = Que coragem! Bom não foi, mas foi corajoso.

remark-goodmove-1 = Hum. Desse eu não gostei nem um pouco.
remark-goodmove-2 = Alguém andou treinando.
remark-goodmove-3 = Lindo. Estou irritado.
remark-goodmove-4 = Eu tinha um plano. Era um bom plano.
remark-goodmove-5 = Deixe-me pensar. Não, não melhora.
remark-goodmove-6 = Você está escondendo um computador embaixo da mesa?

remark-threat-1 = Há um cheiro de pólvora em volta daquele rei.
remark-threat-2 = Tique-taque. Alguém devia dar uma olhada no rei.
remark-threat-3 = Eu não acenderia um fósforo ali.
remark-threat-4 = O pavio está curto daquele lado do tabuleiro.
remark-threat-5 = Uma faísca e vamos todos para casa.
remark-threat-6 = Cuidado. Um de nós está prestes a fazer muito barulho.

remark-check-1 = Xeque! Adoro dizer isso.
remark-check-2 = Atenção: o rei está sendo chamado na recepção.
remark-check-3 = Um pequeno passo para uma peça, um grande susto para um rei.
remark-check-4 = Toc, toc. Xeque.
remark-check-5 = Hoje não há sossego para cabeças coroadas.
remark-check-6 = O rei tem visita.

remark-win-1 = Boa partida! Hoje queimei um pouco mais forte.
remark-win-2 = Ganhei. Vou ficar insuportável por mais ou menos um minuto.
remark-win-3 = Obrigado pela companhia. Sozinho eu nem solto faísca.
remark-win-4 = Obrigado pela partida. Mais uma? Ainda estou quente.
remark-win-5 = Esta vai para a minha estante, ao lado das outras. Há uma outra.
remark-win-6 = Reveja a partida com calma: sempre há alguma coisa a descobrir.

remark-loss-1 = Você me apagou. Parabéns!
remark-loss-2 = Perdi, e com justiça. Vou dizer que foi a corrente de ar.
remark-loss-3 = Bem jogado! Vou ficar um pouco no escuro.
remark-loss-4 = Eu vi chegando. Só fui orgulhoso demais para sair da frente.
remark-loss-5 = Excelente. Exijo revanche, e com menos vento.
remark-loss-6 = Foi esplêndido. Não conte para as velas.

remark-draw-1 = Empate! Então nós dois temos razão.
remark-draw-2 = Meio ponto para cada um. Vou emoldurar o meu.
remark-draw-3 = Empate. Pelo menos ninguém guarda as peças sozinho.
remark-draw-4 = Paz. Fica bem em nós, não acha?
remark-draw-5 = Um empate é só um aperto de mão bem demorado.
remark-draw-6 = Nenhum de nós piscou. De novo?
