### What only the web page says.

## Everywhere

skip = Skip to the content
loading = Loading…
cancel = Cancel
close = Close
save = Save
accept = Accept
decline = Decline
copy = Copy
copied = Copied
join = Play
try-again = Try again
new-game = New game
foot = Free software, without adverts or tracking.
load-failed-title = This page could not be loaded
load-failed-text = The server may have been updated or is out of reach. Your games are safe there.
load-again = Load again
missing-title = There is nothing here
missing-text = Perhaps the address was cut short on its way to you.
connection-lost = The connection is lost. Trying to get it back…

nav-label = Pages
nav-home = Play
nav-games = My games
nav-learn = Learn
lessons-short = Lessons
nav-rules = Rules
nav-bots = Bots
nav-about = About
switch-language = Mudar para português
theme = Theme
theme-light = Switch to light
theme-dark = Switch to dark
theme-system-name = Same as my device
theme-light-name = Light
theme-dark-name = Dark
sound = Sound
sound-on = Switch sound on
sound-off = Switch sound off
nickname-label = What should others call you?
nickname-change = You are { $nickname }. Change it

settings = Settings
settings-failed = The settings could not be opened. Check your connection and try again.
settings-board = Board
settings-play = Play
settings-signals = Sounds and notifications
settings-page = Page
board-theme = Board colours
board-theme-brown = Brown
board-theme-wood = Wood
board-theme-blackandwhite = Black and white
board-theme-greenfields = Green fields
board-theme-blueskies = Blue skies
board-theme-deeppurple = Deep purple
board-theme-yellowcard = Yellow card
board-theme-baseball = Baseball
board-theme-babyblue = Baby blue
board-theme-rainforest = Rain forest
board-theme-moss = Moss
board-theme-candy = Candy
board-theme-grapepie = Grape pie
board-theme-vintage = Vintage
board-theme-icecream = Neapolitan
piece-set = Pieces
piece-set-cburnett = Classic
piece-set-merida = Merida
piece-set-pirouetti = Pirouetti
piece-set-failed = These pieces could not be loaded. Check your connection and try again.
coordinates = Coordinates
coordinates-inside = Inside the board
coordinates-outside = Beside the board
coordinates-none = None
animation = Piece movement
animation-normal = Normal
animation-fast = Fast
animation-slow = Slow
animation-none = No animation
notation = Moves written with
notation-local = Letters of this language (Nf3)
notation-english = English letters (Nf3)
notation-figurine = Figurines (♘f3)
setting-material = Show who is ahead in material
setting-turn-board = Pass and play: turn the board to whoever moves
setting-confirm-move = Ask before every move is played
setting-move-sounds = Sounds of moves
setting-low-time = Warning sound when time runs low
setting-notify = Browser notification when it is my turn
notify-refused = The browser does not allow notifications from this page. Allow them in its settings.

## Home

home-title = What shall we play?
home-lead = Choose a game and press “Play”. No account, no waiting.
home-choose-game = The game
home-start = Start a game
home-opponent = Against whom?
home-level = Level
home-watchable = Let anyone watch
home-color = Your colour
home-time = Time
rules-link = Rules
rules-of = Rules of { $variant }

opponent-computer = The computer
opponent-computer-line = Pavio plays at { $levels } levels, and talks while he does.
opponent-friend = A friend
opponent-friend-line = You get a link and a code to send. Colours are drawn at random.
opponent-lobby = Anyone
opponent-lobby-line = Your game is listed for everybody until someone joins. Colours are drawn at random.
opponent-hotSeat = Pass and play
opponent-hotSeat-line = Two people take turns at this screen.
start-computer = Play
start-friend = Make a link
start-lobby = Look for an opponent
start-hotSeat = Play

choice-white = White
choice-black = Black
choice-random = Random

level-offer-higher = You have won { $count } in a row. Ready for a harder level?
level-offer-lower = You have lost { $count } in a row. An easier level may be more fun.
level-offer-play = Play at level { $level }
level-first-steps = first steps
level-beginner = beginner
level-casual = casual
level-club = club player
level-strong = strong
level-expert = expert
level-full = full strength

time-kind-perMove = Per move
time-kind-clock = Per game
time-kind-none = No clock
time-own = Other
time-perMove-line = If your time runs out you may still move, until your opponent ends the game.
time-base = Minutes each
time-increment = Seconds added per move
time-bounds = From { $least } second up to { $most } minutes, and up to { $increment } seconds added per move.
time-minutes-a-move = { $minutes ->
    [one] 1 minute a move
   *[other] { $minutes } minutes a move
}
time-seconds-a-move = { $seconds } seconds a move
time-day-a-move = 1 day a move
time-clock = { $base }+{ $increment }
time-none = no clock

setup-title = Where do we start from?
setup-2p = 2 pawns
setup-4p = 4 pawns
setup-6p = 6 pawns
setup-8p = 8 pawns
setup-pn = Knights
setup-pb = Bishops
setup-pr = Rooks
setup-pq = Queen
setup-pbn = Bishops, knights
setup-prn = Rooks, knights
setup-pqn = Queen, knights
setup-prb = Rooks, bishops
setup-pqb = Queen, bishops
setup-pqr = Queen, rooks
setup-prbn = All but queen
setup-pqrn = All but bishops
setup-pqrb = All but knights
setup-complete = Complete
setup-own = Your own
setup-own-text = Choose the pawns and pieces. Both sides get the same.
setup-own-pieces = Pieces
setup-own-pawns = Pawns
setup-own-fen = Or paste a FEN

lobby-title = Looking for a game now
lobby-empty = Nobody is waiting just now. Choose “Anyone”, and be the first.
lobby-join-label = Play { $variant } against { $name }
lobby-own = Your game is on the list
lobby-own-go = Open it

watch-title = Live now
watch-none = No games to watch right now.
watch-label = Watch { $variant }: { $white } against { $black }
watch-computers = Watch two computers play
computers-title = Computer against computer
computers-start = Start
computers-pause = Pause
computers-resume = Resume
computers-step = One move
computers-thinking = thinking…
computers-level = { $color ->
    [white] White’s level
   *[black] Black’s level
}
computers-pace = Pace
pace-slow = Slow
pace-normal = Normal
pace-fast = Fast
watchable-note = Anyone will be able to watch this game.
watchable-short = public
watchable-here = This game is listed on the home page, and anyone may watch it.

running-title = Your games in progress
running-yours = your turn
running-theirs = your opponent’s turn
running-waiting = waiting for an opponent
running-go = Continue
running-more = All my games
newcomer-title = New here?
newcomer-text = In five minutes you learn how the pieces move, and set off your first explosion.
newcomer-pieces = How the pieces move
newcomer-explosion = My first explosion
newcomer-go = See the rules
newcomer-close = Close: I know how to play
news-learn-title = Learn by playing
news-learn = How the pieces move
news-title = What’s new
news-lessons = Lessons on the board, with stars: from the pieces to the first explosion.
news-watch = Live games to watch, and two computers that play each other.
news-hints = Against the computer, ask for a hint, and then ask why.

## The board

board-label = Chess board
board-keys = Arrow keys move over the board. Enter picks up a piece and puts it down. Escape cancels.
board-empty = empty
board-square = { $square }, { $what }
board-square-selected = { $square }, { $what }, picked up
board-square-target = { $square }, { $what }, can go here
board-square-capture = { $square }, { $what }, can be captured
board-square-blast = { $square }, { $what }, can be captured; the explosion takes { $gone }
board-square-star = { $words }, star
board-in-words = The board in words
board-no-pieces = no pieces
promotion-title = What does the pawn become?
say-move = { $color ->
    [white] White
   *[black] Black
} plays { $san }, { $from } to { $to }.
say-blast = { $count ->
    [one] Explosion: one piece gone.
   *[other] Explosion: { $count } pieces gone.
}
say-check = Check.
blast-hint = Before you capture, you see in orange what would explode; in red if a king goes with it.
blast-takes = This explosion takes: { $gone }.
blast-king = This explosion takes a king: { $gone }.
blast-touch-again = Tap again to capture
premove-lost = Your premove is no longer possible.
confirm-title = Play this move?
confirm-yes = Play this move

## The game

game-missing-title = No game here
player-missing = open seat
you-watch = watching
title-your-turn = Your turn
notify-over = The game is over
zen = Zen mode: the board alone
full-screen = Full screen
board-size = Size of the board
material-ahead = { $count ->
    [one] 1 point ahead in material
   *[other] { $count } points ahead in material
}
spectators = { $count ->
    [one] 1 person watching
   *[other] { $count } people watching
}
presence-here = connected
presence-away = not connected
lost-by = { $color ->
    [white] Pieces that White has lost
   *[black] Pieces that Black has lost
}
clock-of = { $color ->
    [white] White’s clock
   *[black] Black’s clock
}

status-waiting = Waiting for an opponent.
status-your-turn = { $color ->
    [white] Your turn: White to move.
   *[black] Your turn: Black to move.
}
status-turn = { $color ->
    [white] White to move.
   *[black] Black to move.
}
status-check = { $variant ->
    [strictatomic] The king is threatened.
   *[other] Check!
}
status-your-check = { $variant ->
    [strictatomic] Your king is threatened.
   *[other] You are in check!
}
status-threat = { $variant ->
    [atomic] A capture next move could explode the king on { $squares }. In Atomic that is allowed, but it costs the game.
   *[other] A capture next move could explode the king on { $squares }.
}
status-kings-touch = The kings are touching: capturing one would blow up both, so neither is in check.

moves-title = Moves
moves-none = No moves yet.
moves-walk = Step through the moves
moves-first = First position
moves-previous = One move back
moves-next = One move forward
moves-last = Latest position
moves-back-to-game = Back to the game
moves-count = { $count ->
    [one] 1 move
   *[other] { $count } moves
}
typed-label = Type a move
typed-placeholder = Type a move: e4, Nf3, g1f3
typed-play = Play

actions-title = What you can do
abort = Abort
sure-abort = Abort the game?
resign = Resign
sure-resign = Really resign?
offer-draw = Draw
takeback = Take back
offered-waiting = Offered
offered-draw = Your opponent offers a draw.
offered-takeback = Your opponent wants to take a move back.
offered-rematch = Your opponent wants a rematch.
declined-draw = The draw was declined.
declined-takeback = The takeback was declined.
declined-rematch = No rematch this time.
flip = Flip
share = Share
share-copied = The link to this game was copied.
left-wait = { $seconds ->
    [one] Your opponent has left. You may claim the win in 1 second.
   *[other] Your opponent has left. You may claim the win in { $seconds } seconds.
}
left-claim-text = Your opponent has left for good.
left-claim = Claim the win

hint = Hint
hint-thinking = Looking for a good move…
hint-move = Try { $move }.
hint-why = Why?
why-wins = It wins at once.
why-mate = { $moves ->
    [one] It wins with the next move.
   *[other] It forces a win in { $moves } moves.
}
why-blast = The explosion takes: { $gone }.
why-captures = It captures: { $gone }.
why-costs = In return you lose: { $gone }.
why-saves = It takes your king out of danger.
why-check = It gives check.
why-threatens = It threatens to blow up the enemy king.
why-promotes = The pawn is promoted.
why-castles = Castling brings the king to safety.
why-quiet = A quiet move that prepares the next ones.
why-line = The game could go on: { $line }.
why-chances = Your chances: { $percent } %.

chat-title = Chat
chat-earlier = Earlier messages
chat-none = Nothing has been said yet.
chat-muted = Pavio is muted.
chat-placeholder = Say something
chat-send = Send
chat-mute = Mute Pavio
chat-unmute = Let Pavio talk
chat-mute-person = Mute { $name }
chat-mute-short = Mute
chat-unmute-person = Let { $name } talk
chat-unmute-short = Unmute
chat-muted-person = { $name } is muted.
chat-block-person = Block { $name }
chat-block-short = Block
chat-block-text = Hides their messages, and their games in the list, in this browser.
chat-unblock-person = Unblock { $name }
chat-unblock-short = Unblock
chat-blocked-person = { $name } is blocked.

time-over-title = Time is up
time-over-late = { $hotSeat ->
    [true] { $color ->
        [white] White’s time for this move is up. Go on, or end the game?
       *[black] Black’s time for this move is up. Go on, or end the game?
    }
   *[other] Your time for this move is up. You may still move, as long as your opponent has not ended the game.
}
time-over-go-on = Go on playing
time-over-end = End the game
time-over-opponent = { $color ->
    [white] White’s time for this move is up. Wait for the move, or end the game and win?
   *[black] Black’s time for this move is up. Wait for the move, or end the game and win?
}
time-over-give = Give more time
time-over-claim = End the game and win
time-given = { $color ->
    [white] White has the whole time for the move again.
   *[black] Black has the whole time for the move again.
}

infraction-late = { $color ->
    [white] White’s time for the move ran out: infraction { $count } of { $max }. The time begins anew.
   *[black] Black’s time for the move ran out: infraction { $count } of { $max }. The time begins anew.
}
infraction-illegal = { $color ->
    [white] White sent an illegal move: infraction { $count } of { $max }. It is asked again.
   *[black] Black sent an illegal move: infraction { $count } of { $max }. It is asked again.
}
infractions = infractions: { $count }/{ $max }
infractions-title = Illegal moves, and times for a move that ran out. { $max } of them lose the game.
bot-title = Somebody’s program

file-of = Download the game as { $kind }
ending-title = The end of the game
ending-report = Report
ending-step = Step through the game with ← and →.
rematch = Rematch
rematch-go = Go to the rematch

waiting-title = Waiting for your opponent
waiting-text = Send this link, or let them scan the code. The game begins as soon as they join.
waiting-lobby-text = Your game is on the list for everybody. It begins as soon as somebody joins; keep this page open.
waiting-link = Link to the game
waiting-code = Code with the link to the game
waiting-cancel = Cancel the game
invited-title = { $name } invites you to play
invited-colors = Colours are drawn at random.

## My games

filter-game = Game
filter-result = Result
filter-all = All
result-won = Won
result-lost = Lost
result-drawn = Drawn
result-unfinished = In progress
result-over = Ended
result-aborted = Aborted
games-none = You have not played yet. Your games will be listed here.
games-none-filtered = None of your games match this choice.
games-more = More games

## About

about-title = About Estopim
about-what = Estopim is a place to play five games on the chess board, with atomic chess at the centre: every capture explodes and takes the neighbours along.
about-name = Estopim is Portuguese for a fuse. Pavio, the wick that plays against you, is a relative.
about-play-title = How to play
about-play-1 = Click or touch a piece: dots show where it may go. Click there, or drag the piece.
about-play-2 = Move the mouse over a capture, or touch it once, and you see what would explode before it does.
about-play-3 = While your opponent thinks you can already choose a move; it is played at once when your turn comes.
about-play-4 = If a move is refused, the page says why.
about-play-5 = Every game has an address of its own. Whoever has it can watch; only the two players can move.
about-time-title = Time
about-time-1 = With time for each move, the clock starts anew with every move. When it runs out a message says so; the late player may still move as long as the opponent has not ended the game. The opponent may give more time, or end the game and win.
about-time-2 = With time for the whole game, whoever runs out of time loses. The server’s clock counts; network delay is given back, up to a limit.
about-keys-title = Keys
about-keys-text = Everything can be done without a mouse, and a screen reader reads the board and announces the moves.
key-tab = To the board, and from there to everything else
key-arrows-board = On the board: from square to square
key-enter = On the board: pick up the piece, put it down
key-escape = Let go of a piece or a premove
key-arrows-moves = Away from the board: one move back or forward
key-arrows-ends = Away from the board: first or latest position
key-type = Type a move
key-flip = Turn the board round
key-zen = Zen mode: the board alone
setting-confirm-blast = Touch: show the explosion first, capture on the second touch
about-privacy-title = Privacy
about-privacy = No account, no e-mail, no tracking. One cookie says which seat is yours; this browser remembers your settings. A game is on the list for others to watch only if whoever made it allows that. Nothing is loaded from elsewhere.
about-free-title = Free software
about-free = Estopim is free under the GNU General Public License, version 3 or later. The board is Lichess’s chessground; the pieces are by Colin M. L. Burnett, Armando Hernández Marroquín (Merida) and Pirouetti.
about-api = The API for other programs

## Analysis

nav-analysis = Analysis
analyse = Analyse

## Without a server

offline-home = The server cannot be reached. You can play against the computer or at one screen all the same; such games are kept in this browser.
offline-waiting = { $count ->
    [one] One game that you played without the server can be uploaded:
   *[other] { $count } games that you played without the server can be uploaded:
}
offline-title = Played without the server
offline-text = These games are kept only in this browser. Finished ones can be uploaded; they then appear among your games, with reports, but do not count for anything.
offline-send = { $count ->
    [one] Upload one game
   *[other] Upload { $count } games
}
offline-sent = { $count ->
    [one] One game was uploaded.
   *[other] { $count } games were uploaded.
}
offline-mark = played offline
offline-game = Game without the server
offline-game-text = Played in this page without the server, without a clock. It is kept in this browser.
offline-gone = This browser does not have this game, or has uploaded it already.
offline-unkept = This browser has no room to keep the game. Upload or delete other games.
offline-agree = Agree to a draw
offline-sure-agree = Really a draw?
settings-offline = Without a server
settings-offline-text = The page can keep everything it needs, about 8 MB, to play against the computer, learn and analyse without any connection.
settings-offline-keep = Keep everything
settings-offline-keeping = Keeping everything…
settings-offline-kept = Everything is kept. The page works without a connection.
settings-offline-failed = That did not work. Check the connection and the free space on this device.
offline-delete = Delete
offline-really = Really delete?
home-class = Open a class for children
