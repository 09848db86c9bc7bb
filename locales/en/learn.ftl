### The lessons: how the pieces move, and what explodes.

learn-title = Learn
learn-lead = Short lessons on the board, from the first move to the first explosion. Each task is worth up to three stars.
learn-pieces = The pieces
learn-special = Special moves
learn-atomic = Atomic chess
learn-pawns = Pawn Battle
learn-begin = Begin
learn-continue = Continue
learn-stars = { $stars ->
    [one] 1 star
   *[other] { $stars } stars
}
learn-stars-of = { $stars } of { $most } stars
learn-task = Task { $number } of { $count }
learn-task-stars = { $stars ->
    [0] Task { $number }, no stars yet
    [one] Task { $number }, 1 star
   *[other] Task { $number }, { $stars } stars
}
learn-still = Black waits: only you move.
learn-left = { $count ->
    [one] 1 to go.
   *[other] { $count } to go.
}
learn-done = { $moves ->
    [one] Done in 1 move!
   *[other] Done in { $moves } moves!
}
learn-done-fewer = { $moves ->
    [one] Done in 1 move. It can be done in { $best }.
   *[other] Done in { $moves } moves. It can be done in { $best }.
}
learn-failed = Not this time. Start over and try another move.
learn-shown = That is how. Now it is your turn.
learn-show = Show me
learn-again = Start over
learn-next-task = Next task
learn-next-lesson = Next lesson
learn-lesson-done = Lesson complete
learn-all = All lessons
learn-play = Play a game
learn-rules = The full rules

## The pieces

learn-rook-title = The rook
learn-rook-text = The rook moves in a straight line, along a file or a rank, as far as it likes. It does not jump: it stops before a piece of its own side, and captures the first enemy piece in its way by taking its square.
task-rook-1 = Capture the pawn with the rook.
task-rook-2 = Capture all three pawns. How many moves do you need?
task-rook-3 = Your own pawn is in the way. Go around it and capture both.

learn-bishop-title = The bishop
learn-bishop-text = The bishop moves diagonally, as far as it likes, without jumping. So it never leaves the colour of square it starts on: each side has one bishop for the light squares and one for the dark.
task-bishop-1 = Capture the pawn with the bishop.
task-bishop-2 = Capture the three pawns, one with every move.
task-bishop-3 = Each bishop reaches only squares of its own colour. Use both to capture everything.

learn-queen-title = The queen
learn-queen-text = The queen moves like a rook and like a bishop: in a straight line or diagonally, as far as she likes. She is the strongest piece on the board.
task-queen-1 = Capture both pawns: one in a straight line, one on the diagonal.
task-queen-2 = Four pawns, four moves. Where do you begin?

learn-king-title = The king
learn-king-text = The king moves one square at a time, in any direction. He is the piece you must not lose: he never steps onto an attacked square, and when he is attacked (that is check) he must be saved at once.
task-king-1 = Walk the king to the three stars.
task-king-2 = The rook gives check. Step out of its way.
task-king-3 = Two knights stand next to the king, but only one is undefended. Capture that one.

learn-knight-title = The knight
learn-knight-text = The knight moves in an L: two squares one way and one square to the side. It is the only piece that jumps over others, its own or the enemy’s; it captures only where it lands.
task-knight-1 = Capture the pawn with the knight.
task-knight-2 = Three pawns, one L after the other.
task-knight-3 = The knight is shut in by its own side. Jump out and capture both pawns.

learn-pawn-title = The pawn
learn-pawn-text = The pawn moves one square straight ahead, or two if it has not moved yet, and never goes back. It captures differently: one square diagonally forward. A piece right in front of it stops it.
task-pawn-1 = Make the double step and reach the star in one move.
task-pawn-2 = Capture both pawns, diagonally.
task-pawn-3 = The way ahead is blocked. Get your pawn to the last rank.

## Special moves

learn-promotion-title = Promotion
learn-promotion-text = A pawn that reaches the last rank becomes another piece at once: a queen, rook, bishop or knight, as you choose. It is nearly always a queen; sometimes it is not.
task-promotion-1 = Bring the pawn to the last rank and make a queen.
task-promotion-2 = A queen is not enough here. Which piece gives checkmate?

learn-checkmate-title = Checkmate
learn-checkmate-text = A king that is attacked is in check. He may step away, a piece may come between, or the attacker may be captured. If none of that saves him, it is checkmate and the game is over.
task-checkmate-1 = His own pawns shut the king in. Give checkmate in one move.
task-checkmate-2 = Give checkmate with the queen. Careful: if the king is not in check and cannot move, it is a draw.
task-checkmate-3 = The king has nowhere to go. Give checkmate with the knight.

learn-castling-title = Castling
learn-castling-text = Once a game the king moves two squares towards a rook, and the rook goes to his other side. It is allowed only if neither has moved, nothing stands between them, and the king is not in check and does not cross or reach an attacked square.
task-castling-1 = Castle on the king’s side: the king goes to g1.
task-castling-2 = Castle on the queen’s side: the king goes to c1.
task-castling-3 = The bishop attacks a square on the way. Castle on the side that is still open.

learn-enpassant-title = En passant
learn-enpassant-text = A pawn that makes its double step and lands beside an enemy pawn can be captured as if it had moved one square only. But only with the very next move: after that it is too late.
task-enpassant-1 = Black has just made the double step. Capture the pawn en passant.
task-enpassant-2 = Once more, and this time either of your pawns will do.

## Atomic chess

learn-explosion-title = Your first explosion
learn-explosion-text = In Atomic every capture explodes. The capturing piece, the captured one and every piece on the eight squares around disappear, whoever they belong to. Only pawns around the blast stay. Choose a piece and point at a capture: you see what will explode before it does.
task-explosion-1 = Capture the pawn on d5 and see who goes with it.
task-explosion-2 = Black’s queen is well guarded, but a pawn stands beside her. Blow her up.
task-explosion-3 = Whoever captures is gone, too. Blow up the bishop without losing your queen.

learn-kingblast-title = Blow up the king
learn-kingblast-text = Whoever blows up the enemy king wins at once, even while in check. You need not capture the king: a capture next to him will do. And your own king may never go with it.
task-kingblast-1 = Blow up Black’s king in one move.
task-kingblast-2 = Your king is in check. Never mind: win now.
task-kingblast-3 = Two captures look good, but one would take your own king along. Find the other.

learn-strict-title = Strict Atomic
learn-strict-text = In Strict Atomic you may not leave your king open to any capture that would blow it up. Such a move is refused, as moving into check is refused in chess. Only blowing up the enemy king is always allowed.
task-strict-1 = The knight threatens to take on f2 and blow up your king. Save it.
task-strict-2 = Touching kings protect each other: to capture one would blow up both. Take your king to the star.

learn-simple-title = Simple Atomic
learn-simple-text = Nothing but explosions: no check, no castling, no en passant, no promotion. Kings may walk into any danger, and whoever loses theirs has lost.
task-simple-1 = The king stands in front of your rook, and nobody said check. Help yourself.
task-simple-2 = Bring the pawn to the last rank. It stays a pawn.

## Pawn Battle

learn-pawns-title = Pawn Battle
learn-pawns-text = There are no kings. The first to bring a pawn to the last rank wins, or whoever captures all the enemy’s pawns. Pieces move as in chess, but there is no castling and no promotion.
task-pawns-1 = It is a race, and Black runs too. Be first.
task-pawns-2 = Capture Black’s last pawn.
task-pawns-3 = The black pawn tries to rush past. Capture it en passant.
