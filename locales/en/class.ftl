# Refusals
refusal-noSuchClass = There is no class with this code. Look at the board again.
refusal-classFull = The class is full: { $max } children.
refusal-classOnly = This is not part of the class.
refusal-notTeacher = Only the teacher can do this.
refusal-notInClass = That child is not in the class, or nobody is here and free.
refusal-wrongPin = This is not the PIN. It was printed where Estopim was started.
refusal-figureTaken = Somebody else has this animal. Choose another one.
refusal-badName = Use letters only, at most { $max }. Or tap an animal without a name.
refusal-frozen = Hands off: your teacher has stopped all boards.
refusal-notAllowed = This cannot be done here.

# The child's screen
class-join-title = Join your class
class-code = Code on the board
class-enter = Go
class-choose-animal = Who are you today? Tap an animal
class-choose-second = And the other one? Tap an animal
class-choose-color = Now tap a colour
class-first-name = First name (not needed)
class-two-here = There are two of us here
class-was-here = I was here before
class-who-were-you = Which one were you?
class-i-am-new = I am new
class-back = Back
class-claim-waiting = Ask your teacher to tap “yes”.
class-claim-refused = Your teacher said no. Choose again.
class-closed = You are not in the class any more. Type the code to come back.
class-hello = Hello, { $name }!
class-wait = Your game begins soon. Try some moves meanwhile.
class-practice = Practice board: move both sides
class-start-over = Start over
class-goal-chess = Checkmate the other king.
class-goal-atomic = Blow up or checkmate the other king.
class-goal-strictatomic = Blow up the other king.
class-goal-simpleatomic = Blow up the other king.
class-goal-pawnbattle = Bring one pawn to the other side, or take all their pawns.
class-your-turn = Your turn!
class-their-turn = Wait for the other move.
class-computer = the computer
class-one-device = Take turns at this device.
class-frozen = Look at your teacher
class-hint = Your teacher shows you a move. Play it or not.
class-undo = Undo
class-undo-asked = You asked to undo.
class-undo-wanted = The other one wants to undo. Is that fine?
class-yes = Yes
class-no = No
class-phrases = Say
class-hand = Help
phrase-hello = Hello!
phrase-goodLuck = Good luck!
phrase-niceMove = Nice move!
phrase-oops = Oops!
phrase-thinking = I am thinking.
phrase-goodGame = Good game!
phrase-thanks = Thank you!
phrase-playAgain = Again!
class-question = What would you play?
class-answer-now = Play your move on the board.
class-answered = Your answer: { $move }. You can change it.
class-answers-shown = Look at the board in front.
class-answers = { $count ->
    [one] { $count } answer
   *[other] { $count } answers
}

# Figures
figure = { $color } { $animal }
two-figures = { $one } and { $other }
animal-fox = fox
animal-cat = cat
animal-dog = dog
animal-rabbit = rabbit
animal-bear = bear
animal-panda = panda
animal-lion = lion
animal-tiger = tiger
animal-monkey = monkey
animal-frog = frog
animal-owl = owl
animal-penguin = penguin
animal-turtle = turtle
animal-fish = fish
animal-whale = whale
animal-dolphin = dolphin
animal-octopus = octopus
animal-butterfly = butterfly
animal-bee = bee
animal-snail = snail
animal-horse = horse
animal-cow = cow
animal-pig = pig
animal-sheep = sheep
animal-elephant = elephant
animal-giraffe = giraffe
animal-koala = koala
animal-parrot = parrot
animal-capybara = capybara
animal-sloth = sloth
color-blue = blue
color-orange = orange
color-green = green
color-pink = pink
color-yellow = yellow
color-purple = purple

# The teacher's screen
class-title = Class
class-intro = Thirty children at their boards in five minutes: no accounts, no internet.
class-pin = Teacher's PIN
class-pin-where = The PIN was printed where Estopim was started.
class-new = New class
class-import = Open a class file
class-made = The class { $code } is ready. To teach it from another device you need this PIN:
class-pin-keep = Write it down. Children must not see it.
class-go = To the class
class-not-yours = This needs the teacher's PIN.
class-here = { $count ->
    [one] { $count } here
   *[other] { $count } here
}
class-projector = Projector
class-show-code = Code
class-show-wall = Boards
class-show-standings = Standings
class-nobody = Nobody is here yet. Children open { $address } and type { $code }, or scan the code on the projector.
class-claim = “I am { $name }.” Is that right?
class-pair-random = Pair and start
class-pair-results = Pair by results
class-pair-hand = Pair chosen ({ $count })
class-choose-pair = Choose for a pair
class-freeze = Freeze all
class-resume = Go on
class-end = End games
class-tab-play = Games
class-tab-tournament = Tournament
class-tab-after = After the lesson
class-game = Game
class-setup = Setup
class-own-position = own position
class-clock = Clock
class-clock-none = none
class-clock-5 = 5 min + 2 s
class-clock-10 = 10 min + 5 s
class-odd = Odd child
class-odd-level = plays the computer
class-odd-turns = sits out, in turn
class-after = After a game
class-after-newOpponent = a new opponent
class-after-wait = wait
class-undo-allowed = Undo, if both agree
class-ladder = Ladder: 2 wins, next setup; 2 losses, a pawn more
class-names = First names may be typed
class-phrases-on = Ready-made phrases
class-position = One position for all, or a question
class-set-position = Put on all boards
class-ask = Ask the class
class-reveal = Show the answers
class-close-question = Close the question
class-undo-plies = Moves to undo on a board
class-give-hint = Give a hint
class-spotlight = Large on the projector
class-hand-up = needs help
class-extra-pawns = { $count ->
    [one] +{ $count } pawn
   *[other] +{ $count } pawns
}
class-losses = lost { $count } in a row
class-rename = Rename
class-rung-down = Easier
class-rung-up = Harder
class-remove = Take out
state-waiting = waiting
state-playing = playing
state-canWin = can win now
state-stuck = stuck for a minute
state-away = away
class-standings = Standings
class-who = Child
class-points = Points
class-won-drawn-lost = Won / drawn / lost
class-tournament = Kind
tournament-swiss = Swiss
tournament-roundRobin = Everybody against everybody
tournament-arena = Arena: whoever is free plays
class-tournament-start = Start the tournament
class-tournament-end = End the tournament
class-round = Round { $round } of { $rounds }
class-round-open = until it is ended
class-next-round = Next round
pairing-lot = Drawn by lot.
pairing-table = By the table: everybody meets everybody.
pairing-same-score = Both have { $a } points.
pairing-near-score = { $a } and { $b } points: nobody closer was left.
pairing-first-meeting = They have not met before.
pairing-met-before = They have met { $n } times; nobody else was left.
pairing-both-free = Both were free.
pairing-white-less-often = White goes to who had it less often.
pairing-white-in-turn = White goes to who had Black last.
pairing-by-hand = Paired by the teacher.
pairing-odd = Nobody else was free.
pairing-one-device = Two at one device.
pairing-position = The same position for all.

# After the lesson
class-after-lesson = After the lesson
class-find-positions = Three positions to discuss
class-searching = Searching…
class-no-positions = Nothing was given away that is worth a talk.
class-played-better = { $played } was played; { $better } was better.
class-ask-this = Ask the class about it
class-save-pgn = Games as PGN
class-print-certificates = Print certificates
class-print-cards = Print cards
class-keep-question = Keep this class?
class-name = Name of the class
class-keep = Yes, keep it
class-kept = { $name } is kept: the same children next time, by their animal or card.
class-save-file = Class as a file
class-delete = No, delete everything
class-delete-sure = Delete children and games now
class-deleted = Everything is deleted: children, games, answers. Nothing is left.
certificate-title = Certificate
certificate-text = { $points } points in { $played } games, place { $rank }.

# Projector and network
class-stay-connected = If your device says “no internet”: stay connected.
reach-yes = { $count ->
    [one] { $count } other device has reached this computer.
   *[other] { $count } other devices have reached this computer.
}
reach-no = No other device has reached this computer yet.
reach-same = Open { $address } on a phone in the same Wi-Fi.
reach-stay = If the phone complains that there is no internet, stay connected; turn mobile data off.
reach-isolated = Many school networks forbid devices to talk to each other. Then use this laptop's own hotspot, or a cable and a router of your own.
reach-firewall = Ask whether a firewall on this computer blocks incoming connections.
reach-addresses = Addresses:

# What is kept
class-data-link = What is kept of a class
class-data-title = What is kept of a class
class-data-who-title = Who sees what
class-data-who = A child sees its own board and who is in the class. The projector shows animals, first names, boards and results. The teacher sees everything below. Nobody outside the class sees anything, and no child can write freely to another.
class-data-what-title = What is written down
class-data-what = An animal and a colour, a first name if one is typed, the games with their moves, raised hands, answers to questions, and a random number that tells the browser's seat.
class-data-not-title = What is not
class-data-not = No surname, e-mail, password, birth date, picture or place. No network address is logged in class mode; how many devices came is counted in memory and forgotten.
class-data-how-long-title = How long
class-data-how-long = Until the teacher deletes the class, which deletes every row at once. A class that is kept stays under its name until it is deleted; its file is only where the teacher puts it.
class-data-where-title = Where
class-data-where = On the computer that runs Estopim, and nowhere else. Nothing is sent to the internet.
class-data-law-title = For the school
class-data-law = As little as a lesson needs is kept, for teaching alone, so that a school can answer for it to parents (LGPD art. 14, GDPR art. 8, COPPA).
