"""Reads two PGN files with python-chess and says whether their games are the same trees."""

import sys

import chess.pgn


def facts(node):
    shapes = sorted(str(arrow) + arrow.color for arrow in node.arrows())
    return {
        "move": None if node.parent is None else node.move.uci(),
        "nags": sorted(node.nags),
        "comment": " ".join(node.comment.split()),
        "before": " ".join(getattr(node, "starting_comment", "").split()),
        "clock": node.clock(),
        "eval": str(node.eval()),
        "shapes": shapes,
        "variations": [facts(child) for child in node.variations],
    }


def games(path):
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors, game.errors
            yield type(game.board()).__name__, game.headers["Result"], facts(game)


left, right = (list(games(path)) for path in sys.argv[1:3])
if left != right:
    sys.exit(f"the games differ:\n{left}\n{right}")
print(len(left))
