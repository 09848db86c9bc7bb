### What every interface of the game says: rulesets, pieces, refusals, results, and the computer's remarks.
### Both languages have the same messages with the same arguments; a test compares them.

## Rulesets

variant-chess = Classic chess
variant-chess-line = Chess as the whole world plays it: checkmate the king.
variant-atomic = Atomic
variant-atomic-line = Every capture explodes. Blow up the king and you have won.
variant-strictatomic = Strict Atomic
variant-strictatomic-line = Like Atomic, but your king may never be left open to an explosion.
variant-simpleatomic = Simple Atomic
variant-simpleatomic-line = Only the explosions: no check, castling, en passant or promotion.
variant-pawnbattle = Pawn Battle
variant-pawnbattle-line = No kings. The first pawn to reach the last rank wins.

## Colours and pieces

color-white = White
color-black = Black

piece-pawn = pawn
piece-knight = knight
piece-bishop = bishop
piece-rook = rook
piece-queen = queen
piece-king = king

# $color is white or black, $role one of the pieces above.
piece-of = { $color ->
    [white] white
   *[black] black
} { $role ->
    [pawn] pawn
    [knight] knight
    [bishop] bishop
    [rook] rook
    [queen] queen
   *[king] king
}

## Why a move is refused

refusal-gameOver = The game is over.
refusal-noPiece = There is no piece on { $from }.
refusal-notYourPiece = The piece on { $from } is your opponent’s.
refusal-sameSquare = A move must lead to another square.
refusal-ownPiece = Your own piece stands on { $at }.
refusal-notItsMove = { $role ->
    [pawn] A pawn does not move like that.
    [knight] A knight does not move like that.
    [bishop] A bishop does not move like that.
    [rook] A rook does not move like that.
    [queen] A queen does not move like that.
   *[king] A king does not move like that.
}
refusal-blocked = The piece on { $at } is in the way.
refusal-pawnBlocked = The piece on { $at } is in the way; a pawn captures diagonally only.
refusal-nothingToCapture = A pawn moves diagonally only to capture, and there is nothing to capture.
refusal-doubleStepSpent = A pawn makes a double step from its first square only.
refusal-promotionMissing = The pawn must become a queen, rook, bishop or knight: add q, r, b or n.
refusal-noSuchPromotion = A pawn cannot become that piece with this move.
refusal-kingNeverCaptures = A king never captures in this game: it would explode with what it takes.
refusal-ownKingExplodes = Your own king would explode.
refusal-bothKingsExplode = Both kings would explode.
refusal-inCheck = Your king would be in check from { $by }.
refusal-explodingCaptureRemains = Your king would be open to an explosion: { $from } takes { $to }.
refusal-castlingNotInThisGame = There is no castling in this game.
refusal-castlingNoRight = You cannot castle: the king or that rook has moved or is gone.
refusal-castlingBlocked = You cannot castle: the piece on { $at } is in the way.
refusal-castlingInCheck = You cannot castle out of check: the king is attacked from { $by }.
refusal-castlingThroughCheck = You cannot castle: the king would be in check on { $square } from { $by }.
refusal-castlingThreatened = You cannot castle: the king would be open to an explosion, { $from } takes { $to }.
refusal-notAMove = “{ $text }” is not a move. Write it like Nf3 or g1f3.
refusal-nobodyMayPass = Passing is not allowed: you must move.
refusal-noSuchPiece = { $role ->
    [pawn] You have no pawn left.
    [knight] You have no knight left.
    [bishop] You have no bishop left.
    [rook] You have no rook left.
    [queen] You have no queen left.
   *[king] You have no king.
}
refusal-noneMay = { $role ->
    [pawn] No pawn of yours may go to { $to }.
    [knight] No knight of yours may go to { $to }.
    [bishop] No bishop of yours may go to { $to }.
    [rook] No rook of yours may go to { $to }.
    [queen] No queen of yours may go to { $to }.
   *[king] Your king may not go to { $to }.
}
refusal-ambiguous = More than one piece can do that. Say which: { $candidates }.

refusal-notYourTurn = It is not your turn.
refusal-notYourGame = Only the two players may do that; you are watching.
refusal-stalePly = The game has moved on in the meantime. Please look again.
refusal-notStarted = The game has not started: the opponent is still missing.
refusal-noSuchOffer = There is no such offer to answer.
refusal-offerStands = That has been offered already.
refusal-nothingToTakeBack = You have no move to take back.
refusal-tooLateToAbort = It is too late to abort: both sides have moved.
refusal-notOverdue = Your opponent still has time.
refusal-opponentPresent = Your opponent is there, or may still come back.
refusal-gameNotOver = The game is not over yet.
refusal-noSuchGame = There is no such game.
refusal-seatTaken = Somebody else was quicker: the seat is taken.
refusal-badSetup = This setup cannot be played. Both sides need the same two to eight pawns, and the same pieces on their home squares.
refusal-badPosition = This is not a possible position in this game.
refusal-badTime = This time control is not possible.
refusal-badLevel = Levels go from 1 to { $max }.
refusal-badMessage = The server did not understand that.
refusal-badAccountName = The name of an account has 2 to 20 plain letters, digits, hyphens and underscores, and begins with a letter or a digit.
refusal-accountNameTaken = Somebody else has this name.
refusal-badScopes = Choose at least one permission that suits this kind of account.
refusal-badNickname = A nickname has 1 to 20 characters, without line breaks.
refusal-hiddenCharacter = That contains a character that cannot be seen. Remove it and send it again.
refusal-tooLong = That is too long.
refusal-tooLarge = That is too large.
refusal-tooSlow = That took too long to arrive. Try again.
refusal-rateLimited = That was too fast. Wait a moment and try again.
refusal-wrongOrigin = The server takes no requests from this page.
refusal-notFound = There is nothing at this address.
refusal-wrongMethod = This cannot be done at this address.
refusal-busy = The server is busy. Try again in a moment.
refusal-unreachable = The server cannot be reached. Check your connection and try again.
refusal-internal = Something went wrong on the server. Try again in a moment.

## How a game ends

end-won = You won
end-lost = You lost
end-white = White won
end-black = Black won
end-draw = Draw
end-none = Nobody wins

end-by-checkmate = by checkmate
end-by-stalemate = by stalemate
end-by-agreement = by agreement
end-by-timeout = on time
# $loser is white, black, or you.
end-by-kingExploded = { $loser ->
    [you] your king exploded
    [white] White’s king exploded
   *[black] Black’s king exploded
}
end-by-pawnHome = a pawn has reached the last rank
end-by-pawnsCaptured = { $loser ->
    [you] you have no pawns left
    [white] White has no pawns left
   *[black] Black has no pawns left
}
end-by-insufficientMaterial = neither side can win any more
end-by-fiftyMoves = fifty moves without progress
end-by-threefold = the same position for the third time
end-by-resignation = { $loser ->
    [you] you resigned
    [white] White resigned
   *[black] Black resigned
}
end-by-left = { $loser ->
    [you] you left the game
    [white] White left the game
   *[black] Black left the game
}
end-by-infractions = { $loser ->
    [you] you had too many infractions
    [white] White had too many infractions
   *[black] Black had too many infractions
}
end-by-aborted = the game was aborted

## The computer: Pavio, a fuse with a short temper and a soft heart

computer-name = Pavio
computer-named = Pavio, level { $level }
computer-about = Pavio is the wick of a candle that always wanted to be fireworks.

remark-greeting-1 = Hello! I’m Pavio. I light up quickly, but I burn slowly. Shall we?
remark-greeting-2 = Ah, company! I was getting damp here on my own.
remark-greeting-3 = Welcome! I ask for one thing only: no fans, please.
remark-greeting-4 = Pavio, at your service. I promise to be a gentleman until the third move.
remark-greeting-5 = Good to see you. I’ve counted your pieces: they’re all there. For now.
remark-greeting-6 = Let’s play! I’ve been rehearsing my surprised face.

remark-capture-1 = One less piece to dust.
remark-capture-2 = I liked that square when it was crowded.
remark-capture-3 = And so the board grows quieter.
remark-capture-4 = Into the box it goes. It’s comfortable in there, I’m told.
remark-capture-5 = An exchange of views!
remark-capture-6 = Somebody had to leave. The rent on that square is terrible.

remark-explosion-1 = BOOM! Sorry. I get carried away.
remark-explosion-2 = Did you feel the floor shake?
remark-explosion-3 = Who’s going to sweep this up?
remark-explosion-4 = I swear I only meant to knock.
remark-explosion-5 = My favourite sound. Once more, please.
remark-explosion-6 = That’s what I call making room.

remark-blunder-1 = Are you sure? I ask as a friend. A friend who takes everything.
remark-blunder-2 = Is it my birthday?
remark-blunder-3 = I looked twice. It’s really there, just for me.
remark-blunder-4 = We all have moves like that. I have them filed by date.
remark-blunder-5 = I would offer you a takeback, but look at it shining.
remark-blunder-6 = Brave! Not good, but brave.

remark-goodmove-1 = Hm. I didn’t like that one at all.
remark-goodmove-2 = Somebody has been practising.
remark-goodmove-3 = Beautiful. I’m annoyed.
remark-goodmove-4 = I had a plan. It was a nice plan.
remark-goodmove-5 = Let me think. No, it doesn’t get any better.
remark-goodmove-6 = Are you hiding an engine under the table?

remark-threat-1 = It smells of gunpowder around that king.
remark-threat-2 = Tick, tock. Somebody should look at the king.
remark-threat-3 = I wouldn’t light a match there.
remark-threat-4 = The fuse is short on that side of the board.
remark-threat-5 = One spark, and we all go home.
remark-threat-6 = Careful now. One of us is about to be very loud.

remark-check-1 = Check! I love saying that.
remark-check-2 = Would the king please come to reception?
remark-check-3 = One small step for a piece, one giant fright for a king.
remark-check-4 = Knock, knock. Check.
remark-check-5 = No rest for crowned heads today.
remark-check-6 = The king has a visitor.

remark-win-1 = Good game! I burned a little brighter today.
remark-win-2 = I win. I’ll be unbearable for about a minute.
remark-win-3 = Thank you for the company. On my own I don’t even sparkle.
remark-win-4 = Thank you for the game. Another one? I’m still warm.
remark-win-5 = That one goes on my shelf, next to the others. There is one other.
remark-win-6 = Look through the game when you have time: there’s always something to find.

remark-loss-1 = You put me out. Congratulations!
remark-loss-2 = Beaten, and fairly. I’ll say it was the draught.
remark-loss-3 = Well played! I’m going to sit in the dark for a while.
remark-loss-4 = I saw it coming. I was just too proud to move out of the way.
remark-loss-5 = Excellent. I demand a rematch, with less of a draught.
remark-loss-6 = That was splendid. Don’t tell the candles.

remark-draw-1 = A draw! We are both right, then.
remark-draw-2 = Half a point each. I’ll frame mine.
remark-draw-3 = A draw. At least nobody has to put the pieces away alone.
remark-draw-4 = Peace. It suits us, don’t you think?
remark-draw-5 = A draw is just a very long handshake.
remark-draw-6 = Neither of us blinked. Again?
