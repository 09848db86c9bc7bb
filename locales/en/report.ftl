### What a game report says: labels of moves, the reasons for them, how each side played.
### Both languages have the same messages with the same arguments; a test compares them.

## Labels

label-brilliant = Brilliant
label-onlyMove = Only move
label-inaccuracy = Inaccuracy
label-mistake = Mistake
label-blunder = Blunder
label-missedWin = Missed win

# $count is how many there were.
label-count-brilliant = { $count ->
    [one] 1 brilliant move
   *[other] { $count } brilliant moves
}
label-count-onlyMove = { $count ->
    [one] 1 only move found
   *[other] { $count } only moves found
}
label-count-inaccuracy = { $count ->
    [one] 1 inaccuracy
   *[other] { $count } inaccuracies
}
label-count-mistake = { $count ->
    [one] 1 mistake
   *[other] { $count } mistakes
}
label-count-blunder = { $count ->
    [one] 1 blunder
   *[other] { $count } blunders
}
label-count-missedWin = { $count ->
    [one] 1 missed win
   *[other] { $count } missed wins
}

## Phases

phase-opening = Opening
phase-middlegame = Middlegame
phase-endgame = Endgame

## Reasons
# Moves are in standard notation. $by is how the game would be won.

reason-losesAtOnce = { $by ->
    [checkmate] { $reply } is checkmate.
    [kingExploded] { $reply } blows up the king.
    [pawnHome] { $reply } brings a pawn home.
   *[pawnsCaptured] { $reply } takes the last pawn.
}
reason-allowsWin = { $by ->
    [checkmate] { $reply } forces checkmate in { $moves } moves.
    [kingExploded] { $reply } wins by force: the king explodes in { $moves } moves.
    [pawnHome] { $reply } forces a pawn home in { $moves } moves.
    [pawnsCaptured] { $reply } takes every pawn within { $moves } moves.
   *[unknown] { $reply } wins by force in { $moves } moves.
}
reason-losesRace = { $reply } wins the race: that pawn is home in { $moves } { $moves ->
    [one] move
   *[other] moves
}, yours would need { $shortBy } more.
reason-missesWin = { $by ->
    [checkmate] { $best } would have forced checkmate in { $moves }.
    [kingExploded] { $best } would have blown up the king in { $moves }.
    [pawnHome] { $best } would have brought a pawn home in { $moves }.
    [pawnsCaptured] { $best } would have taken every pawn within { $moves } moves.
   *[unknown] { $best } would have won by force in { $moves } moves.
}
# $taken is a list of pieces.
reason-blast = { $reply } blows up { $taken }.
reason-hangs = { $role ->
    [pawn] { $reply } takes the pawn on { $square }.
    [knight] { $reply } takes the knight on { $square }.
    [bishop] { $reply } takes the bishop on { $square }.
    [rook] { $reply } takes the rook on { $square }.
    [queen] { $reply } takes the queen on { $square }.
   *[king] { $reply } takes the king on { $square }.
}
reason-losesMaterial = After { $reply } material is lost, { $points ->
    [one] about a pawn’s worth.
   *[other] worth about { $points } pawns.
}
reason-missesMaterial = { $best } would have won material, { $points ->
    [one] about a pawn’s worth.
   *[other] worth about { $points } pawns.
}
reason-betterMove = { $best } was better.
reason-nothingElse = Any other move gives much away; the next best was { $runnerUp }.

# One piece in the list of what an explosion takes.
taken-piece = { $role ->
    [pawn] the pawn on { $square }
    [knight] the knight on { $square }
    [bishop] the bishop on { $square }
    [rook] the rook on { $square }
    [queen] the queen on { $square }
   *[king] the king on { $square }
}
# Two parts of a list: the last two, and two before them.
list-last = { $first } and { $second }
list-more = { $first }, { $second }

## How each side played

report-accuracy = accuracy { $percent } %
report-no-moves = no move

## The report on the page

report-title = Game report
report-accuracy-title = Accuracy
report-graph = White’s chances after each move. At the end: { $percent } %.
report-making = The computer is going through the positions: { $done } of { $total }.
report-busy = The server has too many reports to make just now, so this browser is making this one.
report-made-here = Made in this browser, because the server was busy; the numbers are the same as the server’s.
report-time-title = Time used
report-time-used = Time used: { $time }.
report-seconds = { $seconds } s
report-not-over = There is a report once the game is over.
report-to-game = Back to the game
report-start = The first position.
# $share is White's chance in percent, $score the engine's evaluation.
report-now = White’s chances: { $share } % ({ $score })
report-plain = A good move.
report-best = The best move.
report-show-answer = Show the reply
report-show-better = Show the better move
report-line-end = Back to the game’s moves
report-next-mistake = Next mistake
report-learn = Learn from your mistakes
report-learn-of = { $color ->
    [white] White’s mistakes
   *[black] Black’s mistakes
}
report-made-with = { $engine }, { $nodes } positions searched for each move.
report-moves = Moves

## Mistakes asked again

mistakes-title = Learn from your mistakes
mistakes-number = Position { $number } of { $count }
# $whose is yours or theirs.
mistakes-played = { $whose ->
    [yours] You played { $move }. There is something better.
   *[theirs] { $move } was played. There is something better.
}
mistakes-ask = Find a better move.
mistakes-judging = { $move }: let me see…
mistakes-right = { $move } is right!
mistakes-wrong = Not { $move }. Try again.
mistakes-same = { $move } is what was played in the game. Try another move.
mistakes-solution = The best move is { $move }.
mistakes-next = Next
mistakes-skip = Skip
mistakes-show-best = Show the move
mistakes-back = Back to the report
mistakes-done = { $count ->
    [0] No mistakes worth asking again. Well played!
   *[other] All done: you found { $right } of { $count }.
}
