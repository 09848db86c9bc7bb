### The rules pages.

rules-choose = Five games, one board. Each page tells the rules and lets you try them.
rules-play = Play it
rules-learn = Learn it on the board
rules-learn-pieces = New to the pieces? See how they move.
rules-boards = Try it
rules-boards-text = Every board is live: move the pieces yourself, or watch the rule in action. If a move is not allowed, the page says why.
lesson-show = Show me
lesson-again = Start over
lesson-turn = { $color ->
    [white] White to move.
   *[black] Black to move.
}

## Classic chess

rules-chess-1 = Give checkmate: attack the king so that no move saves it.
rules-chess-2 = You may never leave your own king in check.
rules-chess-3 = The game is drawn if the side to move has no legal move and is not in check, if neither side can win any more, after fifty moves without a capture or a pawn move, and when the same position comes up for the third time.

lesson-checkmate-title = Checkmate
lesson-checkmate-text = The rook attacks the king on the last rank, and its own pawns shut it in. That wins the game.
lesson-check-title = Check
lesson-check-text = The rook attacks the king. A move that leaves it attacked is refused: step aside, put a piece between, or capture the rook.
lesson-castling-title = Castling
lesson-castling-text = Once a game the king goes two squares towards a rook, and the rook jumps over it. Neither may have moved, nothing may stand between them, and the king may not start on, cross or reach an attacked square.
lesson-enpassant-title = En passant
lesson-enpassant-text = A pawn that makes its double step past an enemy pawn can be captured as if it had made a single one, but only at once.
lesson-promotion-title = Promotion
lesson-promotion-text = A pawn that reaches the last rank becomes a queen, rook, bishop or knight.
lesson-stalemate-title = Stalemate
lesson-stalemate-text = No legal move, but no check either: a draw. White could have done better here.

## Atomic

rules-atomic-1 = Every capture explodes. The capturing piece, the captured one and every piece on the eight squares around go, whoever they belong to. Only pawns next to the explosion stay: a pawn goes only if it captures or is captured.
rules-atomic-2 = Whoever blows up the enemy king has won, even while in check.
rules-atomic-3 = You may not blow up your own king, and a king never captures.
rules-atomic-4 = Check and checkmate are as in chess. But a king may stand next to the other king: while kings touch, nothing gives check, for a capture would take both.
rules-atomic-5 = A king may be left where a capture beside it would blow it up. That is allowed, but it costs the game.

lesson-explosion-title = The explosion
lesson-explosion-text = The pawn takes on d5. Both pawns go, and the knight and the bishop with them. The pawn on c5 stays: pawns stand through explosions next to them.
lesson-kingblast-title = Blow up the king
lesson-kingblast-text = The knight takes the pawn on f7. The king stands next to it and goes with the blast: White has won.
lesson-ownking-title = Not with your own king
lesson-ownking-text = The rook would like the pawn on e2, but its own king would explode with it. Try it.
lesson-kingcapture-title = A king never captures
lesson-kingcapture-text = The pawn gives check. The king may not take it, for it would explode. It has to step aside.
lesson-touching-title = Touching kings
lesson-touching-text = The queen gives check. The king escapes by going next to the other king: there the queen could only blow up both, and that is not allowed.
lesson-enpassantblast-title = En passant explodes too
lesson-enpassantblast-text = The centre of the blast is the square where the capturing pawn arrives, here d6. The knight on c6 goes with it.
lesson-open-title = Open to a blast
lesson-open-text = The knight threatens to take on f7. Black may ignore it, for nothing gives direct check. But that loses the game.

## Strict Atomic

rules-strictatomic-1 = Explosions as in Atomic.
rules-strictatomic-2 = But your king may not be left open to any capture that would explode it. Such a move is refused, as moving into check is refused in chess.
rules-strictatomic-3 = A threatened king must be saved. If no move saves it, that is checkmate. A move that blows up the enemy king is always allowed.
rules-strictatomic-4 = Castling is refused while the king is threatened, and if the king would cross or reach a square where it would be threatened. There is no draw for lack of material.

lesson-strict-title = Strict: save the king
lesson-strict-text = The knight threatens to take on f7 and blow up the king. A move that does nothing about it is refused.
lesson-plain-title = Plain Atomic: allowed, but it loses
lesson-plain-text = The same position in Atomic: the careless move is allowed, and the king explodes.
lesson-strictanswer-title = One way out
lesson-strictanswer-text = The queen takes the knight. Both are gone, and the king is safe. Can you find other ways?
lesson-stricttouching-title = Touching kings
lesson-stricttouching-text = Next to the other king there is no danger from a direct capture: it would take both.

## Simple Atomic

rules-simpleatomic-1 = Explosions as in Atomic, and whoever’s king is gone has lost.
rules-simpleatomic-2 = No check, no castling, no en passant, no promotion. A pawn on the last rank stays there as a pawn.
rules-simpleatomic-3 = Kings may go into any danger. You may even blow up your own king, and lose; only blowing up both kings at once is not allowed. Without a legal move the game is drawn.

lesson-simpledanger-title = Into danger
lesson-simpledanger-text = Nobody stops the king from walking in front of the rook. The rook takes it, and Black has won.
lesson-simpleown-title = Your own king
lesson-simpleown-text = This capture is allowed here. It blows up White’s own king, and White has lost.
lesson-simplepawn-title = No promotion
lesson-simplepawn-text = The pawn arrives on the last rank and stays a pawn. It will not move again.
lesson-simplecastling-title = No castling
lesson-simplecastling-text = The king never goes two squares here. Try it.

## Pawn Battle

rules-pawnbattle-1 = There are no kings. Each side has two to eight pawns, and perhaps knights, bishops, rooks and a queen, the same for both and on their usual squares.
rules-pawnbattle-2 = The first pawn to reach the last rank wins. A side with no pawns left loses.
rules-pawnbattle-3 = Pieces move and capture as in chess, en passant included. There is no castling and no promotion.
rules-pawnbattle-4 = The game is drawn if the side to move has no legal move, or after fifty moves of each side without a capture.

lesson-pawnhome-title = A pawn comes home
lesson-pawnhome-text = One more step, and White wins.
lesson-pawnsgone-title = No pawns left
lesson-pawnsgone-text = White takes Black’s last pawn. That wins as well.
lesson-pawnenpassant-title = En passant
lesson-pawnenpassant-text = The double step does not save a pawn from the one beside it.
lesson-pawnblocked-title = Blocked
lesson-pawnblocked-text = White pushes, and Black has no move left: a draw. Is there a better move?
