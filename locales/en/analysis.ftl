### The analysis board. Loaded with it.

analysis-of = Analysis: { $variant }
analysis-collapse = Show or hide { $count ->
    [one] one variation
   *[other] { $count } variations
}
analysis-variation = Variation
analysis-first = Start
analysis-back = Back
analysis-forth = Forward
analysis-last = End
analysis-promote = Promote
analysis-demote = Demote
analysis-delete = Delete
analysis-flip = Turn the board
analysis-judge = Rate the move
analysis-comment = Comment
analysis-keys = Keys: ← → walk, ↑ ↓ other variation, Home, End, E engine, T threat, G deeper, B blasts, P promote, D demote, X fold, Del delete, M type a move, C comment, F turn, space plays the best move.
analysis-import = Import and export
analysis-text = PGN or FEN
analysis-take = Open
analysis-file = Open a file
analysis-copy-pgn = Copy PGN
analysis-copy-fen = Copy FEN
analysis-save = Save PGN
analysis-copy-by-hand = Copy it from the field above.
analysis-choose = { $count } games: choose one
analysis-moves = { $count ->
    [one] one move
   *[other] { $count } moves
}
analysis-unkept = This browser has no room to keep the analysis. Save the PGN, or delete earlier analyses.
earlier-title = { $count ->
    [one] One earlier analysis
   *[other] { $count } earlier analyses
}
earlier-text = What was on this board before something else was opened. The last { $count } are kept, in this browser alone.
earlier-forget = Delete “{ $title }”
earlier-really = Really delete?
engine-title = Engine
engine-on = Start the engine
engine-off = Stop the engine
engine-lines = Lines
engine-threat = Threat
engine-deeper = Go deeper
engine-thinks = Thinking…
engine-depth = Depth { $depth }, { $nodes } positions
engine-no-threat = While the king is in check nobody can pass.
editor-title = Set up a position
editor-pieces = Piece to put down
editor-erase = Remove
editor-turn = To move
editor-castling = Castling rights
editor-passed = En passant square
editor-analyse = Analyse this position
editor-clear = Empty the board
editor-reset = Back to the position on the board
blast-map = What each capture would take
blast-map-show = Show on the board
other-rules = The same position under other rules
other-rules-impossible = such a position does not exist there.
other-rules-moves = { $count ->
    [one] one move.
   *[other] { $count } moves.
}
other-rules-more = Also legal there: { $moves }.
other-rules-fewer = Not legal there: { $moves }.
other-rules-open = Open it there
pgn-none = No game was found in this text.
pgn-tooLarge = This text is too large: up to { $megabytes } MB can be opened. Cut it into smaller files.
pgn-other-game = This is a game of { $variant }, which has its own board.
pgn-first-games = This text has very many games; the first { $count } are listed.
fen-other-game = It is a position of { $variant }, which has its own board.
pgn-fault-at-move = Game { $game }, line { $line }, move { $move }: { $why }
pgn-fault-at = Game { $game }, line { $line }: { $why }
pgn-fault-tag = a tag such as [White "Ana"] was expected, found “{ $what }”.
pgn-fault-variant = the Variant tag says “{ $what }”, which is none of the games played here.
pgn-fault-start = the FEN tag is no position of this game. { $what }
pgn-fault-move = the move cannot be played.
pgn-fault-variationWithoutMove = a variation begins before any move that it could replace.
pgn-fault-strayBracket = “)” ends a variation, but none is open.
pgn-fault-openVariation = the game ends inside a variation; “)” is missing.
pgn-fault-openComment = the game ends inside a comment; “{ "}" }” is missing.
pgn-fault-strayBrace = “{ "}" }” ends a comment, but none is open.
pgn-fault-nag = a number from 0 to 255 was expected after $, found “{ $what }”.
pgn-fault-manyTags = there are more than { $limit } tags.
pgn-fault-longTag = a tag is longer than { $limit } bytes.
pgn-fault-manyMoves = there are more than { $limit } moves, variations included.
pgn-fault-deepVariations = more than { $limit } variations stand inside each other.
pgn-fault-longComment = a comment is longer than { $limit } bytes.
pgn-fault-longComments = the comments together are longer than { $limit } bytes.
pgn-fault-other = { $what }
nag-1 = Good move
nag-2 = Mistake
nag-3 = Brilliant move
nag-4 = Blunder
nag-5 = Interesting move
nag-6 = Dubious move
nag-7 = Only move
nag-10 = Equal
nag-13 = Unclear
nag-14 = White is slightly better
nag-15 = Black is slightly better
nag-16 = White is better
nag-17 = Black is better
nag-18 = White is winning
nag-19 = Black is winning
fault-fieldCount = A FEN has four to six fields; this one has { $found }.
fault-rankCount = A board has eight ranks separated by “/”; this one has { $found }.
fault-rankLength = Rank { $rank } has { $found } squares instead of eight.
fault-pieceLetter = “{ $letter }” on rank { $rank } is no piece.
fault-sideToMove = The side to move is “w” or “b”, not “{ $text }”.
fault-castlingText = Castling rights are “-” or letters of KQkq, not “{ $text }”.
fault-castlingRook = For the castling right “{ $letter }” no king and rook stand at home.
fault-enPassantText = The en passant square is “-” or a square, not “{ $text }”.
fault-counter = A counter is a number up to { $max }, not “{ $text }”.
fault-noKing = { $color ->
    [white] White has no king.
   *[black] Black has no king.
}
fault-manyKings = { $color ->
    [white] White has { $found } kings instead of one.
   *[black] Black has { $found } kings instead of one.
}
fault-noKings = Neither side has a king; only one of them may be missing.
fault-kingInPawnBattle = A king stands on { $square }, but Pawn Battle has no kings.
fault-noPawns = Neither side has a pawn; only one of them may be without.
fault-bothHome = Both sides have a pawn home; only one can have won.
fault-pawnOnEndRank = { $color ->
    [white] No white pawn can stand on { $square }.
   *[black] No black pawn can stand on { $square }.
}
fault-opponentInCheck = { $color ->
    [white] White has just moved and is in check from { $by }.
   *[black] Black has just moved and is in check from { $by }.
}
fault-opponentThreatened = The king of the side that has just moved could be blown up: { $from } takes { $to }.
fault-enPassant = No pawn can just have passed over { $square }.
fault-castlingRight = { $color ->
    [white] White has no king and rook at home for castling with { $rook }.
   *[black] Black has no king and rook at home for castling with { $rook }.
}
fault-other = This position does not exist in this game.
