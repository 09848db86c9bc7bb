# Refusals
refusal-noSuchClass = Não há turma com esse código. Olhe de novo no quadro.
refusal-classFull = A turma está cheia: { $max } crianças.
refusal-classOnly = Isso não faz parte da aula.
refusal-notTeacher = Só quem dá a aula pode fazer isso.
refusal-notInClass = Essa criança não está na turma, ou não há ninguém livre aqui.
refusal-wrongPin = O PIN não é esse. Ele aparece na janela em que o Estopim foi aberto.
refusal-figureTaken = Esse bicho já tem dono. Escolha outro.
refusal-badName = Use só letras, no máximo { $max }. Ou escolha um bicho sem nome.
refusal-frozen = Mãos paradas: quem dá a aula parou todos os tabuleiros.
refusal-notAllowed = Isso não pode ser feito aqui.

# The child's screen
class-join-title = Entre na sua turma
class-code = Código do quadro
class-enter = Entrar
class-choose-animal = Quem é você hoje? Toque num bicho
class-choose-second = E a outra criança? Toque num bicho
class-choose-color = Agora toque numa cor
class-first-name = Primeiro nome (não precisa)
class-two-here = Somos duas crianças aqui
class-was-here = Eu já estava aqui
class-who-were-you = Qual era você?
class-i-am-new = Sou novo aqui
class-back = Voltar
class-claim-waiting = Peça para quem dá a aula tocar em “sim”.
class-claim-refused = Quem dá a aula disse não. Escolha de novo.
class-closed = Você não está mais na turma. Digite o código para voltar.
class-hello = Olá, { $name }!
class-wait = Seu jogo já vai começar. Enquanto isso, experimente umas jogadas.
class-practice = Tabuleiro de treino: mova os dois lados
class-start-over = Recomeçar
class-goal-chess = Dê xeque-mate no outro rei.
class-goal-atomic = Exploda o outro rei ou dê xeque-mate.
class-goal-strictatomic = Exploda o outro rei.
class-goal-simpleatomic = Exploda o outro rei.
class-goal-pawnbattle = Leve um peão até o outro lado, ou capture todos os peões de lá.
class-your-turn = Sua vez!
class-their-turn = Espere a outra jogada.
class-computer = o computador
class-one-device = Joguem cada uma na sua vez, neste aparelho.
class-frozen = Olhe para quem dá a aula
class-hint = Quem dá a aula mostrou uma jogada. Jogue essa ou outra.
class-undo = Desfazer
class-undo-asked = Você pediu para desfazer.
class-undo-wanted = A outra criança quer desfazer. Pode?
class-yes = Sim
class-no = Não
class-phrases = Dizer
class-hand = Ajuda
phrase-hello = Olá!
phrase-goodLuck = Boa sorte!
phrase-niceMove = Boa jogada!
phrase-oops = Ops!
phrase-thinking = Estou pensando.
phrase-goodGame = Bom jogo!
phrase-thanks = Obrigado!
phrase-playAgain = De novo!
class-question = O que você jogaria?
class-answer-now = Faça sua jogada no tabuleiro.
class-answered = Sua resposta: { $move }. Você pode mudar.
class-answers-shown = Olhe para o quadro.
class-answers = { $count ->
    [one] { $count } resposta
   *[other] { $count } respostas
}

# Figures
figure = { $animal } { $color }
two-figures = { $one } e { $other }
animal-fox = raposa
animal-cat = gato
animal-dog = cachorro
animal-rabbit = coelho
animal-bear = urso
animal-panda = panda
animal-lion = leão
animal-tiger = tigre
animal-monkey = macaco
animal-frog = sapo
animal-owl = coruja
animal-penguin = pinguim
animal-turtle = tartaruga
animal-fish = peixe
animal-whale = baleia
animal-dolphin = golfinho
animal-octopus = polvo
animal-butterfly = borboleta
animal-bee = abelha
animal-snail = caracol
animal-horse = cavalo
animal-cow = vaca
animal-pig = porco
animal-sheep = ovelha
animal-elephant = elefante
animal-giraffe = girafa
animal-koala = coala
animal-parrot = papagaio
animal-capybara = capivara
animal-sloth = preguiça
color-blue = azul
color-orange = laranja
color-green = verde
color-pink = rosa
color-yellow = amarelo-ouro
color-purple = violeta

# The teacher's screen
class-title = Turma
class-intro = Trinta crianças jogando em cinco minutos: sem contas, sem internet.
class-pin = PIN de quem dá a aula
class-pin-where = O PIN aparece na janela em que o Estopim foi aberto.
class-new = Nova turma
class-import = Abrir arquivo de turma
class-made = A turma { $code } está pronta. Para dar a aula em outro aparelho, use este PIN:
class-pin-keep = Anote. As crianças não devem ver.
class-go = Ir para a turma
class-not-yours = Aqui é preciso o PIN de quem dá a aula.
class-here = { $count ->
    [one] { $count } presente
   *[other] { $count } presentes
}
class-projector = Projetor
class-show-code = Código
class-show-wall = Tabuleiros
class-show-standings = Classificação
class-nobody = Ninguém chegou ainda. As crianças abrem { $address } e digitam { $code }, ou apontam a câmera para o projetor.
class-claim = “Eu sou { $name }.” É verdade?
class-pair-random = Formar duplas e começar
class-pair-results = Duplas por resultado
class-pair-hand = Duplas escolhidas ({ $count })
class-choose-pair = Escolher para dupla
class-freeze = Parar todos
class-resume = Continuar
class-end = Encerrar jogos
class-tab-play = Jogos
class-tab-tournament = Torneio
class-tab-after = Depois da aula
class-game = Jogo
class-setup = Formação
class-own-position = posição própria
class-clock = Relógio
class-clock-none = sem relógio
class-clock-5 = 5 min + 2 s
class-clock-10 = 10 min + 5 s
class-odd = Criança sem par
class-odd-level = joga contra o computador
class-odd-turns = espera, em rodízio
class-after = Depois de um jogo
class-after-newOpponent = novo adversário
class-after-wait = esperar
class-undo-allowed = Desfazer, se as duas quiserem
class-ladder = Escada: 2 vitórias, próxima formação; 2 derrotas, um peão a mais
class-names = Podem digitar o primeiro nome
class-phrases-on = Frases prontas
class-position = Uma posição para todos, ou uma pergunta
class-set-position = Pôr em todos os tabuleiros
class-ask = Perguntar à turma
class-reveal = Mostrar as respostas
class-close-question = Encerrar a pergunta
class-undo-plies = Jogadas a desfazer num tabuleiro
class-give-hint = Dar uma dica
class-spotlight = Grande no projetor
class-hand-up = pede ajuda
class-extra-pawns = { $count ->
    [one] +{ $count } peão
   *[other] +{ $count } peões
}
class-losses = perdeu { $count } seguidas
class-rename = Mudar nome
class-rung-down = Mais fácil
class-rung-up = Mais difícil
class-remove = Tirar da turma
state-waiting = esperando
state-playing = jogando
state-canWin = pode ganhar agora
state-stuck = parada há um minuto
state-away = ausente
class-standings = Classificação
class-who = Criança
class-points = Pontos
class-won-drawn-lost = Vitórias / empates / derrotas
class-tournament = Tipo
tournament-swiss = Suíço
tournament-roundRobin = Todos contra todos
tournament-arena = Arena: quem está livre joga
class-tournament-start = Começar o torneio
class-tournament-end = Encerrar o torneio
class-round = Rodada { $round } de { $rounds }
class-round-open = até ser encerrado
class-next-round = Próxima rodada
pairing-lot = Por sorteio.
pairing-table = Pela tabela: todos se enfrentam.
pairing-same-score = As duas têm { $a } pontos.
pairing-near-score = { $a } e { $b } pontos: não havia ninguém mais perto.
pairing-first-meeting = Ainda não se enfrentaram.
pairing-met-before = Já se enfrentaram { $n } vezes; não havia outra opção.
pairing-both-free = As duas estavam livres.
pairing-white-less-often = Brancas para quem jogou menos com elas.
pairing-white-in-turn = Brancas para quem jogou de pretas por último.
pairing-by-hand = Dupla escolhida por quem dá a aula.
pairing-odd = Não havia mais ninguém livre.
pairing-one-device = Duas crianças num aparelho.
pairing-position = A mesma posição para todos.

# After the lesson
class-after-lesson = Depois da aula
class-find-positions = Três posições para discutir
class-searching = Procurando…
class-no-positions = Não houve nada que valha uma conversa.
class-played-better = Jogou-se { $played }; { $better } era melhor.
class-ask-this = Perguntar à turma
class-save-pgn = Partidas em PGN
class-print-certificates = Imprimir certificados
class-print-cards = Imprimir cartões
class-keep-question = Guardar esta turma?
class-name = Nome da turma
class-keep = Sim, guardar
class-kept = { $name } está guardada: as mesmas crianças na próxima vez, pelo bicho ou pelo cartão.
class-save-file = Turma em arquivo
class-delete = Não, apagar tudo
class-delete-sure = Apagar crianças e partidas agora
class-deleted = Tudo foi apagado: crianças, partidas, respostas. Não sobrou nada.
certificate-title = Certificado
certificate-text = { $points } pontos em { $played } partidas, { $rank }º lugar.

# Projector and network
class-stay-connected = Se o aparelho disser “sem internet”: continue conectado.
reach-yes = { $count ->
    [one] { $count } outro aparelho chegou a este computador.
   *[other] { $count } outros aparelhos chegaram a este computador.
}
reach-no = Nenhum outro aparelho chegou a este computador ainda.
reach-same = Abra { $address } num celular na mesma rede Wi-Fi.
reach-stay = Se o celular reclamar que não há internet, continue conectado; desligue os dados móveis.
reach-isolated = Muitas redes de escola não deixam os aparelhos conversarem. Use então o ponto de acesso deste notebook, ou um cabo e um roteador seu.
reach-firewall = Veja se um firewall neste computador bloqueia conexões de entrada.
reach-addresses = Endereços:

# What is kept
class-data-link = O que é guardado de uma turma
class-data-title = O que é guardado de uma turma
class-data-who-title = Quem vê o quê
class-data-who = A criança vê o próprio tabuleiro e quem está na turma. O projetor mostra bichos, primeiros nomes, tabuleiros e resultados. Quem dá a aula vê tudo o que está abaixo. Ninguém de fora vê nada, e nenhuma criança pode escrever livremente para outra.
class-data-what-title = O que é anotado
class-data-what = Um bicho e uma cor, o primeiro nome se for digitado, as partidas com suas jogadas, as mãos levantadas, as respostas às perguntas e um número aleatório que marca o lugar do navegador.
class-data-not-title = O que não é
class-data-not = Nem sobrenome, e-mail, senha, data de nascimento, foto ou lugar. Nenhum endereço de rede é registrado no modo turma; quantos aparelhos chegaram é contado na memória e esquecido.
class-data-how-long-title = Por quanto tempo
class-data-how-long = Até quem dá a aula apagar a turma, o que apaga tudo de uma vez. Uma turma guardada fica com seu nome até ser apagada; o arquivo dela só está onde quem dá a aula o puser.
class-data-where-title = Onde
class-data-where = No computador que roda o Estopim, e em nenhum outro lugar. Nada é enviado à internet.
class-data-law-title = Para a escola
class-data-law = Guarda-se só o mínimo que a aula precisa, apenas para ensinar, de modo que a escola possa responder por isso às famílias (LGPD art. 14, GDPR art. 8, COPPA).
