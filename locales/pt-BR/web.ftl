### O que só a página diz.

## Em toda parte

skip = Pular para o conteúdo
loading = Carregando…
cancel = Cancelar
close = Fechar
save = Salvar
accept = Aceitar
decline = Recusar
copy = Copiar
copied = Copiado
join = Jogar
try-again = Tentar de novo
new-game = Nova partida
foot = Software livre, sem anúncios nem rastreamento.
load-failed-title = Não foi possível carregar esta página
load-failed-text = O servidor pode ter sido atualizado ou está fora de alcance. Suas partidas estão salvas lá.
load-again = Carregar de novo
missing-title = Não há nada aqui
missing-text = Talvez o endereço tenha chegado pela metade.
connection-lost = A conexão caiu. Tentando voltar…

nav-label = Páginas
nav-home = Jogar
nav-games = Minhas partidas
nav-learn = Aprender
lessons-short = Lições
nav-rules = Regras
nav-bots = Bots
nav-about = Sobre
switch-language = Switch to English
theme = Tema
theme-light = Mudar para o tema claro
theme-dark = Mudar para o tema escuro
theme-system-name = Igual ao do sistema
theme-light-name = Claro
theme-dark-name = Escuro
sound = Som
sound-on = Ligar o som
sound-off = Desligar o som
nickname-label = Como os outros devem chamar você?
nickname-change = Você é { $nickname }. Mudar

settings = Preferências
settings-failed = Não foi possível abrir as preferências. Verifique sua conexão e tente de novo.
settings-board = Tabuleiro
settings-play = Jogo
settings-signals = Sons e avisos
settings-page = Página
board-theme = Cores do tabuleiro
board-theme-brown = Marrom
board-theme-wood = Madeira
board-theme-blackandwhite = Preto e branco
board-theme-greenfields = Campos verdes
board-theme-blueskies = Céu azul
board-theme-deeppurple = Roxo
board-theme-yellowcard = Cartão amarelo
board-theme-baseball = Beisebol
board-theme-babyblue = Azul-bebê
board-theme-rainforest = Floresta tropical
board-theme-moss = Musgo
board-theme-candy = Bala
board-theme-grapepie = Torta de uva
board-theme-vintage = Antigo
board-theme-icecream = Napolitano
piece-set = Peças
piece-set-cburnett = Clássicas
piece-set-merida = Merida
piece-set-pirouetti = Pirouetti
piece-set-failed = Não foi possível carregar estas peças. Verifique sua conexão e tente de novo.
coordinates = Coordenadas
coordinates-inside = Dentro do tabuleiro
coordinates-outside = Fora do tabuleiro
coordinates-none = Nenhuma
animation = Movimento das peças
animation-normal = Normal
animation-fast = Rápido
animation-slow = Lento
animation-none = Sem animação
notation = Lances escritos com
notation-local = Letras em português (Cf3)
notation-english = Letras em inglês (Nf3)
notation-figurine = Figuras (♘f3)
setting-material = Mostrar a vantagem em material
setting-turn-board = Na mesma tela: virar o tabuleiro para quem joga
setting-confirm-move = Pedir confirmação antes de cada lance
setting-move-sounds = Som dos lances
setting-low-time = Aviso sonoro quando resta pouco tempo
setting-notify = Aviso do navegador quando for a minha vez
notify-refused = O navegador não permite avisos desta página. Libere-os nas configurações dele.

## Início

home-title = Vamos jogar o quê?
home-lead = Escolha um jogo e aperte “Jogar”. Sem cadastro, sem espera.
home-choose-game = O jogo
home-start = Começar uma partida
home-opponent = Contra quem?
home-level = Nível
home-watchable = Deixar qualquer pessoa assistir
home-color = Sua cor
home-time = Tempo
rules-link = Regras
rules-of = Regras: { $variant }

opponent-computer = O computador
opponent-computer-line = O Pavio joga em { $levels } níveis, e conversa enquanto joga.
opponent-friend = Um amigo
opponent-friend-line = Você recebe um link e um código para mandar. As cores são sorteadas.
opponent-lobby = Qualquer pessoa
opponent-lobby-line = Sua partida aparece para todos até alguém entrar. As cores são sorteadas.
opponent-hotSeat = Na mesma tela
opponent-hotSeat-line = Duas pessoas se revezam nesta tela.
start-computer = Jogar
start-friend = Criar um link
start-lobby = Procurar adversário
start-hotSeat = Jogar

choice-white = Brancas
choice-black = Pretas
choice-random = Sorteio

level-offer-higher = Você ganhou { $count } seguidas. Que tal um nível mais difícil?
level-offer-lower = Você perdeu { $count } seguidas. Um nível mais fácil pode ser mais divertido.
level-offer-play = Jogar no nível { $level }
level-first-steps = primeiros passos
level-beginner = iniciante
level-casual = casual
level-club = jogador de clube
level-strong = forte
level-expert = especialista
level-full = força máxima

time-kind-perMove = Por lance
time-kind-clock = Por partida
time-kind-none = Sem relógio
time-own = Outro
time-perMove-line = Se o seu tempo acabar, você ainda pode jogar, até o adversário encerrar a partida.
time-base = Minutos para cada um
time-increment = Segundos de acréscimo por lance
time-bounds = De { $least } segundo a { $most } minutos, com até { $increment } segundos de acréscimo por lance.
time-minutes-a-move = { $minutes ->
    [one] 1 minuto por lance
   *[other] { $minutes } minutos por lance
}
time-seconds-a-move = { $seconds } segundos por lance
time-day-a-move = 1 dia por lance
time-clock = { $base }+{ $increment }
time-none = sem relógio

setup-title = Posição inicial
setup-2p = 2 peões
setup-4p = 4 peões
setup-6p = 6 peões
setup-8p = 8 peões
setup-pn = Cavalos
setup-pb = Bispos
setup-pr = Torres
setup-pq = Dama
setup-pbn = Bispos, cavalos
setup-prn = Torres, cavalos
setup-pqn = Dama, cavalos
setup-prb = Torres, bispos
setup-pqb = Dama, bispos
setup-pqr = Dama, torres
setup-prbn = Tudo menos dama
setup-pqrn = Tudo menos bispos
setup-pqrb = Tudo menos cavalos
setup-complete = Completa
setup-own = Personalizada
setup-own-text = Escolha os peões e as peças. Valem para os dois lados.
setup-own-pieces = Peças
setup-own-pawns = Peões
setup-own-fen = Ou cole um FEN

lobby-title = Procurando adversário agora
lobby-empty = Ninguém está esperando agora. Escolha “Qualquer pessoa” e seja a primeira da lista.
lobby-join-label = Jogar { $variant } contra { $name }
lobby-own = Sua partida está na lista
lobby-own-go = Abrir

watch-title = Ao vivo agora
watch-none = Nenhuma partida para assistir agora.
watch-label = Assistir { $variant }: { $white } contra { $black }
watch-computers = Ver dois computadores jogando
computers-title = Computador contra computador
computers-start = Começar
computers-pause = Pausar
computers-resume = Continuar
computers-step = Um lance
computers-thinking = pensando…
computers-level = { $color ->
    [white] Nível das brancas
   *[black] Nível das pretas
}
computers-pace = Ritmo
pace-slow = Devagar
pace-normal = Normal
pace-fast = Rápido
watchable-note = Qualquer pessoa poderá assistir a esta partida.
watchable-short = pública
watchable-here = Esta partida aparece na página inicial, e qualquer pessoa pode assistir.

running-title = Suas partidas em andamento
running-yours = sua vez
running-theirs = vez do adversário
running-waiting = esperando adversário
running-go = Continuar
running-more = Todas as minhas partidas
newcomer-title = Primeira vez aqui?
newcomer-text = Em cinco minutos você aprende como as peças andam e faz sua primeira explosão.
newcomer-pieces = Como as peças andam
newcomer-explosion = Minha primeira explosão
newcomer-go = Ver as regras
newcomer-close = Fechar: já sei jogar
news-learn-title = Aprender jogando
news-learn = Como as peças andam
news-title = Novidades
news-lessons = Lições no tabuleiro, com estrelas: das peças à primeira explosão.
news-watch = Partidas ao vivo para assistir, e dois computadores que jogam entre si.
news-hints = Contra o computador, peça uma dica e pergunte por quê.

## O tabuleiro

board-label = Tabuleiro
board-keys = As setas andam pelo tabuleiro. Enter pega e solta uma peça. Esc cancela.
board-empty = vazia
board-square = { $square }, { $what }
board-square-selected = { $square }, { $what }, na mão
board-square-target = { $square }, { $what }, pode vir para cá
board-square-capture = { $square }, { $what }, captura possível
board-square-blast = { $square }, { $what }, captura possível; a explosão leva { $gone }
board-square-star = { $words }, estrela
board-in-words = O tabuleiro em palavras
board-no-pieces = nenhuma peça
promotion-title = O peão vira o quê?
say-move = { $color ->
    [white] As brancas
   *[black] As pretas
} jogam { $san }, de { $from } a { $to }.
say-blast = { $count ->
    [one] Explosão: uma peça a menos.
   *[other] Explosão: { $count } peças a menos.
}
say-check = Xeque.
blast-hint = Antes de capturar, você vê em laranja o que explodiria; em vermelho se um rei for junto.
blast-takes = Esta explosão leva: { $gone }.
blast-king = Esta explosão leva um rei: { $gone }.
blast-touch-again = Toque de novo para capturar
premove-lost = Seu lance antecipado não é mais possível.
confirm-title = Jogar este lance?
confirm-yes = Jogar este lance

## A partida

game-missing-title = Nenhuma partida aqui
player-missing = vaga aberta
you-watch = assistindo
title-your-turn = Sua vez
notify-over = A partida acabou
zen = Modo zen: só o tabuleiro
full-screen = Tela cheia
board-size = Tamanho do tabuleiro
material-ahead = { $count ->
    [one] 1 ponto de vantagem em material
   *[other] { $count } pontos de vantagem em material
}
spectators = { $count ->
    [one] 1 pessoa assistindo
   *[other] { $count } pessoas assistindo
}
presence-here = online
presence-away = sem conexão
lost-by = { $color ->
    [white] Peças que as brancas perderam
   *[black] Peças que as pretas perderam
}
clock-of = { $color ->
    [white] Relógio das brancas
   *[black] Relógio das pretas
}

status-waiting = Esperando um adversário.
status-your-turn = { $color ->
    [white] Sua vez: as brancas jogam.
   *[black] Sua vez: as pretas jogam.
}
status-turn = { $color ->
    [white] As brancas jogam.
   *[black] As pretas jogam.
}
status-check = { $variant ->
    [strictatomic] O rei está ameaçado.
   *[other] Xeque!
}
status-your-check = { $variant ->
    [strictatomic] Seu rei está ameaçado.
   *[other] Você está em xeque!
}
status-threat = { $variant ->
    [atomic] Uma captura no próximo lance pode explodir o rei em { $squares }. No Atômico isso é permitido, mas custa a partida.
   *[other] Uma captura no próximo lance pode explodir o rei em { $squares }.
}
status-kings-touch = Os reis estão lado a lado: capturar um explodiria os dois, por isso nenhum está em xeque.

moves-title = Lances
moves-none = Nenhum lance ainda.
moves-walk = Percorrer os lances
moves-first = Primeira posição
moves-previous = Um lance para trás
moves-next = Um lance para a frente
moves-last = Última posição
moves-back-to-game = Voltar à partida
moves-count = { $count ->
    [one] 1 lance
   *[other] { $count } lances
}
typed-label = Escreva um lance
typed-placeholder = Escreva um lance: e4, Cf3, g1f3
typed-play = Jogar

actions-title = O que você pode fazer
abort = Cancelar
sure-abort = Cancelar a partida?
resign = Desistir
sure-resign = Desistir mesmo?
offer-draw = Empate
takeback = Voltar lance
offered-waiting = Enviado
offered-draw = O adversário propõe empate.
offered-takeback = O adversário quer voltar um lance.
offered-rematch = O adversário quer revanche.
declined-draw = O empate foi recusado.
declined-takeback = O pedido de voltar o lance foi recusado.
declined-rematch = Sem revanche desta vez.
flip = Virar
share = Compartilhar
share-copied = O link desta partida foi copiado.
left-wait = { $seconds ->
    [one] O adversário saiu. Você pode reivindicar a vitória em 1 segundo.
   *[other] O adversário saiu. Você pode reivindicar a vitória em { $seconds } segundos.
}
left-claim-text = O adversário saiu de vez.
left-claim = Reivindicar a vitória

hint = Dica
hint-thinking = Procurando um bom lance…
hint-move = Experimente { $move }.
hint-why = Por quê?
why-wins = Vence na hora.
why-mate = { $moves ->
    [one] Vence no próximo lance.
   *[other] Força a vitória em { $moves } lances.
}
why-blast = A explosão leva: { $gone }.
why-captures = Captura: { $gone }.
why-costs = Em troca, você perde: { $gone }.
why-saves = Tira o seu rei do perigo.
why-check = Dá xeque.
why-threatens = Ameaça explodir o rei adversário.
why-promotes = O peão é promovido.
why-castles = O roque põe o rei em segurança.
why-quiet = Um lance tranquilo, que prepara os próximos.
why-line = A partida pode seguir assim: { $line }.
why-chances = Suas chances: { $percent } %.

chat-title = Conversa
chat-earlier = Mensagens anteriores
chat-none = Ninguém disse nada ainda.
chat-muted = Você silenciou o Pavio.
chat-placeholder = Diga alguma coisa
chat-send = Enviar
chat-mute = Silenciar o Pavio
chat-unmute = Deixar o Pavio falar
chat-mute-person = Silenciar { $name }
chat-mute-short = Silenciar
chat-unmute-person = Deixar { $name } falar
chat-unmute-short = Ouvir
chat-muted-person = Você silenciou { $name }.
chat-block-person = Bloquear { $name }
chat-block-short = Bloquear
chat-block-text = Esconde as mensagens desta pessoa e as partidas dela na lista, neste navegador.
chat-unblock-person = Desbloquear { $name }
chat-unblock-short = Desbloquear
chat-blocked-person = Você bloqueou { $name }.

time-over-title = O tempo acabou
time-over-late = { $hotSeat ->
    [true] { $color ->
        [white] O tempo das brancas para este lance acabou. Continuar a partida ou encerrá-la?
       *[black] O tempo das pretas para este lance acabou. Continuar a partida ou encerrá-la?
    }
   *[other] Seu tempo para este lance acabou. Você ainda pode jogar, enquanto o adversário não encerrar a partida.
}
time-over-go-on = Continuar jogando
time-over-end = Encerrar a partida
time-over-opponent = { $color ->
    [white] O tempo das brancas para este lance acabou. Esperar o lance, ou encerrar a partida e vencer?
   *[black] O tempo das pretas para este lance acabou. Esperar o lance, ou encerrar a partida e vencer?
}
time-over-give = Dar mais tempo
time-over-claim = Encerrar e vencer
time-given = { $color ->
    [white] As brancas têm de novo o tempo inteiro para o lance.
   *[black] As pretas têm de novo o tempo inteiro para o lance.
}

infraction-late = { $color ->
    [white] O tempo das brancas para o lance esgotou: infração { $count } de { $max }. O tempo recomeça.
   *[black] O tempo das pretas para o lance esgotou: infração { $count } de { $max }. O tempo recomeça.
}
infraction-illegal = { $color ->
    [white] As brancas enviaram um lance ilegal: infração { $count } de { $max }. O lance é pedido de novo.
   *[black] As pretas enviaram um lance ilegal: infração { $count } de { $max }. O lance é pedido de novo.
}
infractions = infrações: { $count }/{ $max }
infractions-title = Lances ilegais e tempos esgotados. Com { $max } perde-se a partida.
bot-title = Programa de alguém

file-of = Baixar a partida como { $kind }
ending-title = Fim da partida
ending-report = Relatório
ending-step = Reveja a partida com ← e →.
rematch = Revanche
rematch-go = Ir para a revanche

waiting-title = Esperando o adversário
waiting-text = Mande este link ou mostre o código. A partida começa assim que a outra pessoa entrar.
waiting-lobby-text = Sua partida está na lista para todo mundo. Ela começa assim que alguém entrar; deixe esta página aberta.
waiting-link = Link da partida
waiting-code = Código com o link da partida
waiting-cancel = Cancelar a partida
invited-title = { $name } convida você para jogar
invited-colors = As cores são sorteadas.

## Minhas partidas

filter-game = Jogo
filter-result = Resultado
filter-all = Todos
result-won = Vitória
result-lost = Derrota
result-drawn = Empate
result-unfinished = Em andamento
result-over = Terminada
result-aborted = Cancelada
games-none = Você ainda não jogou. Suas partidas vão aparecer aqui.
games-none-filtered = Nenhuma das suas partidas corresponde a essa escolha.
games-more = Mais partidas

## Sobre

about-title = Sobre o Estopim
about-what = O Estopim é um lugar para jogar cinco jogos no tabuleiro de xadrez, com o xadrez atômico no centro: toda captura explode e leva os vizinhos junto.
about-name = Estopim é o fio que acende a bomba. O Pavio, que joga contra você, é parente.
about-play-title = Como jogar
about-play-1 = Clique ou toque numa peça: pontos mostram aonde ela pode ir. Clique ali, ou arraste a peça.
about-play-2 = Passe o mouse sobre uma captura, ou toque nela uma vez, e você vê o que explodiria antes de explodir.
about-play-3 = Enquanto o adversário pensa, você já pode deixar um lance escolhido; ele é jogado assim que chega a sua vez.
about-play-4 = Se um lance é recusado, a página diz por quê.
about-play-5 = Toda partida tem um endereço próprio. Quem o tem pode assistir; só os dois jogadores podem mover.
about-time-title = Tempo
about-time-1 = Com tempo por lance, o relógio recomeça a cada lance. Quando ele se esgota, uma mensagem avisa; quem se atrasou ainda pode jogar enquanto o adversário não encerrar a partida. O adversário pode dar mais tempo, ou encerrar e vencer.
about-time-2 = Com tempo por partida, perde quem fica sem tempo. Vale o relógio do servidor; o atraso da rede é devolvido, até um limite.
about-keys-title = Teclas
about-keys-text = Tudo pode ser feito sem mouse, e um leitor de tela lê o tabuleiro e anuncia os lances.
key-tab = Ir ao tabuleiro, e dali a todo o resto
key-arrows-board = No tabuleiro: de casa em casa
key-enter = No tabuleiro: pegar a peça, soltá-la
key-escape = Largar uma peça ou um lance antecipado
key-arrows-moves = Fora do tabuleiro: um lance para trás ou para a frente
key-arrows-ends = Fora do tabuleiro: primeira ou última posição
key-type = Escrever um lance
key-flip = Virar o tabuleiro
key-zen = Modo zen: só o tabuleiro
setting-confirm-blast = Toque: mostrar primeiro a explosão, capturar no segundo toque
about-privacy-title = Privacidade
about-privacy = Sem cadastro, sem e-mail, sem rastreamento. Um cookie diz qual lugar é o seu; este navegador lembra as suas preferências. Uma partida só aparece na lista para assistir se quem a criou permitir. Nada é carregado de outro lugar.
about-free-title = Software livre
about-free = O Estopim é livre sob a Licença Pública Geral GNU, versão 3 ou posterior. O tabuleiro é o chessground, do Lichess; as peças são de Colin M. L. Burnett, Armando Hernández Marroquín (Merida) e Pirouetti.
about-api = A API para outros programas

## Análise

nav-analysis = Análise
analyse = Analisar

## Sem servidor

offline-home = O servidor não responde. Mesmo assim dá para jogar contra o computador ou a dois nesta tela; essas partidas ficam guardadas neste navegador.
offline-waiting = { $count ->
    [one] Uma partida que você jogou sem o servidor pode ser enviada:
   *[other] { $count } partidas que você jogou sem o servidor podem ser enviadas:
}
offline-title = Jogadas sem o servidor
offline-text = Estas partidas estão guardadas só neste navegador. As terminadas podem ser enviadas; então aparecem entre as suas partidas, com relatório, mas não contam para mais nada.
offline-send = { $count ->
    [one] Enviar uma partida
   *[other] Enviar { $count } partidas
}
offline-sent = { $count ->
    [one] Uma partida foi enviada.
   *[other] { $count } partidas foram enviadas.
}
offline-mark = jogada sem conexão
offline-game = Partida sem o servidor
offline-game-text = Jogada nesta página sem o servidor e sem relógio. Fica guardada neste navegador.
offline-gone = Este navegador não tem esta partida, ou já a enviou.
offline-unkept = Este navegador não tem espaço para guardar a partida. Envie ou apague outras partidas.
offline-agree = Combinar empate
offline-sure-agree = Empate mesmo?
settings-offline = Sem servidor
settings-offline-text = A página pode guardar tudo de que precisa, cerca de 8 MB, para jogar contra o computador, aprender e analisar sem nenhuma conexão.
settings-offline-keep = Guardar tudo
settings-offline-keeping = Guardando tudo…
settings-offline-kept = Tudo está guardado. A página funciona sem conexão.
settings-offline-failed = Não deu certo. Verifique a conexão e o espaço livre deste aparelho.
offline-delete = Apagar
offline-really = Apagar mesmo?
home-class = Abrir uma turma de crianças
