### What only the terminal game says. What it shares with the web page is in game.ftl.

## The start menu

menu-continue = Continue
menu-start = Start
menu-variant = Game
menu-setup = Setup
menu-builder = Build a setup of your own
menu-opponent = Opponent
menu-level = Level of the computer
menu-other-level = Level of the other one
menu-color = Your colour
menu-time = Time
menu-load = Open a FEN or a PGN
menu-lang = Language
menu-theme = Colours
menu-pieces = Pieces
menu-animation = Show explosions
menu-remarks = The computer talks
menu-turning = Board turns each move
menu-quit = Quit
menu-keys = arrows choose and change   Enter go   ? keys   q quit

opponent-computer = the computer
opponent-two-players = two players here
opponent-itself = computer v computer

color-random = at random

theme-brown = brown
theme-dark = dark
theme-high-contrast = high contrast
theme-color-blind = colour-blind safe

pieces-drawn = drawn
pieces-figurines = figurines
pieces-letters = letters

switch-on = yes
switch-off = no

time-none = without a clock
time-minutes-a-move = { $minutes ->
    [1] 1 minute a move
   *[other] { $minutes } minutes a move
}
time-seconds-a-move = { $seconds } seconds a move
time-game = { $time } for the game

builder-keys = Arrows and space put pieces and take them away, Enter is done.
builder-pawn-count = Each side needs 2 to 8 pawns; this has { $count }.

## Beside the board

player-you = you
player-remote = the opponent

panel-moves = Moves
panel-gone = Off the board
panel-messages = Messages

status-turn = { $color } to move
status-check = { $color } to move, in check
status-thinking = { $name } is thinking...
status-viewing = After move { $ply } of { $count }: End goes back to the game

news-explosion = { $san } explodes on { $square }. Gone: { $pieces }.
news-check = { $color } is in check.

notice-watching = You are watching this game, not playing it.
notice-viewing = You are looking at an earlier position. Press End to go back to the game.
notice-hint = The computer would play { $san }.
notice-talks = The computer talks again.
notice-silent = The computer keeps silent.
notice-copied-fen = The FEN above is in the clipboard, if your terminal allows it.
notice-copied-pgn = The PGN is in the clipboard, if your terminal allows it.
notice-saved = The game is saved in { $path }.
notice-no-undo = There is no move to take back.
notice-no-redo = There is no move to play again.
notice-draw-declined = The draw is declined.
notice-rematch-later = Finish this game first, or resign.

screen-too-small = The board needs 16 columns and 9 rows.

## What can be done

action-undo = take back
action-redo = play again
action-turn = turn the board
action-hint = hint
action-draw = offer a draw
action-resign = resign
action-evaluation = evaluation bar
action-copy-fen = copy the FEN
action-copy-pgn = copy the PGN
action-save-pgn = save the PGN
action-load = open a FEN or a PGN
action-theme = other colours
action-silence = silence the computer, or let it talk
action-report = report
action-rematch = rematch
action-new-game = new game
action-first = first position (Home)
action-previous = one move back (Page Up)
action-next = one move on (Page Down)
action-last = back to the game (End)
action-type = type a move or a word such as undo
action-actions = menu
action-help = keys
action-leave = leave

help-title = Keys
help-arrows = Arrows: move the cursor
help-enter = Enter: pick a piece up, put it down
help-type = e2 e4: type a move: e2 e4, e2e4, Nf3, O-O, e8=Q; Enter plays it
help-mouse = Mouse: click a piece and a square, or drag; click a move to look at it
help-escape = Esc: let go, cancel

## Questions

ask-leave = Leave this game? It is kept, and offered when you come back.
ask-resign = Resign this game?
ask-draw = { $color } offers a draw. Accept?
ask-time-over = { $color }’s time for this move is up.
ask-promotion = What does the pawn become?
ask-ended = What now?
ask-actions = Menu

reply-stay = Stay
reply-to-menu = To the start menu
reply-leave-program = Quit the program
reply-yes = Yes
reply-no = No
reply-go-on = Go on, with the time of a new move
reply-end-game = End the game
reply-rematch = Rematch, colours changed
reply-report = Game report
reply-look = Look at the board

prompt-save = Save the game in which file?
prompt-load = Type or paste a FEN, or the name of a PGN file:
prompt-time = How much time? 3m or 90s a move, 5+3 for a game, none:

problem-time = “{ $text }” is not a time. Write 3m, 90s, 5+3 or none.
problem-file = That did not work: { $reason }

## Plain mode

plain-welcome = { $name }. { $line } Type help to see what can be typed.
plain-ask = { $color } to move:
plain-played = { $color } plays { $san }.
plain-exploded = It explodes on { $square }. Gone: { $pieces }.
plain-check = { $color } is in check.
plain-moves = { $count } legal moves: { $moves }
plain-pieces = { $color }: { $pieces }
plain-undone = Taken back.
plain-redone = Played again.
plain-draw-offered = { $color } offers a draw. The other side answers draw to accept; any move declines.
plain-result = The game is over. { $ending } ({ $result })
plain-unfinished = The game is not finished: { $color } to move after { $count } moves.
plain-position = FEN: { $fen }
plain-help = Moves: e2 e4, e2e4, Nf3, exd5, O-O, e8=Q. Words: moves, board, pieces, undo, redo, hint, fen, pgn, draw, resign, help, quit.

## At a server

menu-join = Join
notice-waiting = Waiting for an opponent...
notice-lost = The connection is lost; reconnecting.
notice-offered = Your offer has been sent.
notice-declined = Your offer was declined.
notice-not-online = That is not possible in a game on a server.
status-waiting = Waiting for an opponent
ask-takeback = { $color } asks to take the last move back. Agree?
ask-rematch = { $color } offers a rematch. Accept?
notice-connected = The connection is back.
at-server = At the server { $server }
opponent-anyone = anyone at the server
ask-leave-server = Leave this game? It goes on without you, and so does your clock.
ask-left = { $color } has left. End the game and win, or stay and wait?
notice-opponent-left = The opponent has left; they may come back.
notice-opponent-back = The opponent is back.
notice-infraction = { $kind ->
    [late] { $color ->
        [white] Infraction by White: out of time ({ $count } of { $max }).
       *[black] Infraction by Black: out of time ({ $count } of { $max }).
    }
   *[illegal] { $color ->
        [white] Infraction by White: illegal move ({ $count } of { $max }).
       *[black] Infraction by Black: illegal move ({ $count } of { $max }).
    }
}
notice-time-given = There is more time for this move.

report-walk = Step through the game with , and . to see what was said about each move.

# estopim class
class-opens = This computer now serves a class on port { $port }, to everybody on the networks it is connected to:
class-local = This computer serves a class on port { $port } to itself only.
class-only-here = No network was found: only this computer can open the class. Connect to a Wi-Fi, or open this laptop's hotspot.
class-unsure = None of these looks like a school network; try one after the other:
class-scan = Children scan this, or open { $address } and type { $code }
class-by-name = On some devices { $address } works too.
class-teacher = Your own page: { $address }
class-pin-is = PIN for your page: { $pin } (children must not see it)
class-kept-where = Everything is kept in { $folder } until you delete the class. No addresses are logged.
class-end = Ctrl-C ends it.
class-moved = The network has changed. Children now open { $address } and type { $code }
class-port-taken = Port { $wanted } may not be used here, so the address has a port. To use port 80 without it: sudo setcap cap_net_bind_service=+ep { $program }
