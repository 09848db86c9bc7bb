### O que só o jogo no terminal diz. O que ele divide com a página está em game.ftl.

## O menu inicial

menu-continue = Continuar
menu-start = Começar
menu-variant = Jogo
menu-setup = Disposição
menu-builder = Montar a sua disposição
menu-opponent = Adversário
menu-level = Nível do computador
menu-other-level = Nível do outro
menu-color = Sua cor
menu-time = Tempo
menu-load = Abrir um FEN ou um PGN
menu-lang = Idioma
menu-theme = Cores
menu-pieces = Peças
menu-animation = Mostrar explosões
menu-remarks = O computador conversa
menu-turning = Tabuleiro gira com a vez
menu-quit = Sair
menu-keys = setas escolhem e mudam   Enter ir   ? teclas   q sair

opponent-computer = o computador
opponent-two-players = dois jogadores aqui
opponent-itself = computador x computador

color-random = por sorteio

theme-brown = marrom
theme-dark = escuro
theme-high-contrast = alto contraste
theme-color-blind = para daltônicos

pieces-drawn = desenhadas
pieces-figurines = figuras
pieces-letters = letras

switch-on = sim
switch-off = não

time-none = sem relógio
time-minutes-a-move = { $minutes ->
    [1] 1 minuto por lance
   *[other] { $minutes } minutos por lance
}
time-seconds-a-move = { $seconds } segundos por lance
time-game = { $time } para a partida

builder-keys = Setas e espaço põem e tiram peças, Enter termina.
builder-pawn-count = Cada lado precisa de 2 a 8 peões; aqui há { $count }.

## Ao lado do tabuleiro

player-you = você
player-remote = o adversário

panel-moves = Lances
panel-gone = Fora de jogo
panel-messages = Mensagens

status-turn = Vez das { $color }
status-check = Vez das { $color }, em xeque
status-thinking = { $name } está pensando...
status-viewing = Depois do lance { $ply } de { $count }: End volta à partida

news-explosion = { $san } explode em { $square }. Saem: { $pieces }.
news-check = { $color } em xeque.

notice-watching = Você está assistindo a esta partida, não jogando.
notice-viewing = Você está vendo uma posição anterior. Aperte End para voltar à partida.
notice-hint = O computador jogaria { $san }.
notice-talks = O computador voltou a conversar.
notice-silent = O computador fica calado.
notice-copied-fen = O FEN acima foi copiado, se o seu terminal permitir.
notice-copied-pgn = O PGN foi copiado, se o seu terminal permitir.
notice-saved = A partida está salva em { $path }.
notice-no-undo = Não há lance para desfazer.
notice-no-redo = Não há lance para refazer.
notice-draw-declined = O empate foi recusado.
notice-rematch-later = Termine esta partida primeiro, ou desista.

screen-too-small = O tabuleiro precisa de 16 colunas e 9 linhas.

## O que se pode fazer

action-undo = desfazer
action-redo = refazer
action-turn = girar o tabuleiro
action-hint = dica
action-draw = propor empate
action-resign = desistir
action-evaluation = barra de avaliação
action-copy-fen = copiar o FEN
action-copy-pgn = copiar o PGN
action-save-pgn = salvar o PGN
action-load = abrir um FEN ou um PGN
action-theme = outras cores
action-silence = calar o computador, ou deixá-lo conversar
action-report = relatório
action-rematch = revanche
action-new-game = nova partida
action-first = primeira posição (Home)
action-previous = um lance para trás (Page Up)
action-next = um lance para a frente (Page Down)
action-last = voltar à partida (End)
action-type = digitar um lance ou uma palavra como desfazer
action-actions = menu
action-help = teclas
action-leave = sair

help-title = Teclas
help-arrows = Setas: movem o cursor
help-enter = Enter: pega e solta uma peça
help-type = e2 e4: digite um lance: e2 e4, e2e4, Nf3, O-O, e8=Q; Enter joga
help-mouse = Mouse: clique numa peça e numa casa, ou arraste; clique num lance para vê-lo
help-escape = Esc: solta, cancela

## Perguntas

ask-leave = Sair desta partida? Ela fica guardada e será oferecida quando você voltar.
ask-resign = Desistir desta partida?
ask-draw = As { $color } propõem empate. Aceitar?
ask-time-over = O tempo das { $color } para este lance acabou.
ask-promotion = O peão vira o quê?
ask-ended = E agora?
ask-actions = Menu

reply-stay = Ficar
reply-to-menu = Ir ao menu inicial
reply-leave-program = Sair do programa
reply-yes = Sim
reply-no = Não
reply-go-on = Continuar, com o tempo de um novo lance
reply-end-game = Encerrar a partida
reply-rematch = Revanche, com as cores trocadas
reply-report = Relatório da partida
reply-look = Olhar o tabuleiro

prompt-save = Salvar a partida em que arquivo?
prompt-load = Digite ou cole um FEN, ou o nome de um arquivo PGN:
prompt-time = Quanto tempo? 3m ou 90s por lance, 5+3 para a partida, none:

problem-time = “{ $text }” não é um tempo. Escreva 3m, 90s, 5+3 ou none.
problem-file = Não deu certo: { $reason }

## Modo simples

plain-welcome = { $name }. { $line } Digite ajuda para ver o que pode ser digitado.
plain-ask = Vez das { $color }:
plain-played = { $color } jogam { $san }.
plain-exploded = Explode em { $square }. Saem: { $pieces }.
plain-check = { $color } em xeque.
plain-moves = { $count } lances legais: { $moves }
plain-pieces = { $color }: { $pieces }
plain-undone = Desfeito.
plain-redone = Refeito.
plain-draw-offered = As { $color } propõem empate. O outro lado responde empate para aceitar; qualquer lance recusa.
plain-result = A partida acabou. { $ending } ({ $result })
plain-unfinished = A partida não terminou: vez das { $color } depois de { $count } lances.
plain-position = FEN: { $fen }
plain-help = Lances: e2 e4, e2e4, Nf3, exd5, O-O, e8=Q. Palavras: lances, tabuleiro, peças, desfazer, refazer, dica, fen, pgn, empate, desistir, ajuda, sair.

## Num servidor

menu-join = Entrar
notice-waiting = Esperando um adversário...
notice-lost = A conexão caiu; reconectando.
notice-offered = Sua proposta foi enviada.
notice-declined = Sua proposta foi recusada.
notice-not-online = Isso não é possível numa partida em servidor.
status-waiting = Esperando um adversário
ask-takeback = As { $color } pedem para voltar o último lance. Concordar?
ask-rematch = As { $color } propõem uma revanche. Aceitar?
notice-connected = A conexão voltou.
at-server = No servidor { $server }
opponent-anyone = quem estiver no servidor
ask-leave-server = Sair desta partida? Ela continua sem você, e seu relógio também.
ask-left = As { $color } saíram. Encerrar a partida e vencer, ou ficar e esperar?
notice-opponent-left = O adversário saiu; talvez volte.
notice-opponent-back = O adversário voltou.
notice-infraction = { $kind ->
    [late] { $color ->
        [white] Infração das brancas: tempo esgotado ({ $count } de { $max }).
       *[black] Infração das pretas: tempo esgotado ({ $count } de { $max }).
    }
   *[illegal] { $color ->
        [white] Infração das brancas: lance ilegal ({ $count } de { $max }).
       *[black] Infração das pretas: lance ilegal ({ $count } de { $max }).
    }
}
notice-time-given = Há mais tempo para este lance.

report-walk = Percorra a partida com , e . para ver o que se diz de cada lance.

# estopim class
class-opens = Este computador agora serve uma turma na porta { $port }, para todos nas redes a que ele está conectado:
class-local = Este computador serve uma turma na porta { $port } só para ele mesmo.
class-only-here = Nenhuma rede foi encontrada: só este computador pode abrir a turma. Conecte-se a um Wi-Fi ou abra o ponto de acesso deste notebook.
class-unsure = Nenhum destes parece ser da rede da escola; tente um depois do outro:
class-scan = As crianças apontam a câmera para isto, ou abrem { $address } e digitam { $code }
class-by-name = Em alguns aparelhos { $address } também funciona.
class-teacher = Sua página: { $address }
class-pin-is = PIN da sua página: { $pin } (as crianças não devem ver)
class-kept-where = Tudo fica em { $folder } até você apagar a turma. Nenhum endereço é registrado.
class-end = Ctrl-C encerra.
class-moved = A rede mudou. Agora as crianças abrem { $address } e digitam { $code }
class-port-taken = A porta { $wanted } não pode ser usada aqui, por isso o endereço tem uma porta. Para usar a porta 80: sudo setcap cap_net_bind_service=+ep { $program }
