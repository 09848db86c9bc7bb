"""Legal moves of many positions by Fairy-Stockfish's rules: pyffish_moves.py VARIANTS_INI VARIANT

Reads one FEN a line until the end of its input, then writes one line of moves for each.
"""

import sys


def board_of(fen):
    """Piece letters by (file, rank), both from 0."""
    board = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, 7 - row] = letter
                file += 1
    return board


def square(name):
    return ord(name[0]) - ord("a"), int(name[1]) - 1


def allowed_in_simpleatomic(board, move):
    """False for the captures that Fairy-Stockfish allows and simpleatomic does not: those of a king, and
    those that explode both kings."""
    start, end = square(move[:2]), square(move[2:4])
    if end not in board:
        return True
    in_blast = {
        letter
        for (file, rank), letter in board.items()
        if abs(file - end[0]) <= 1 and abs(rank - end[1]) <= 1 and letter in "Kk"
    }
    return board[start] not in "Kk" and len(in_blast) < 2


def main(variants_ini, variant):
    try:
        import pyffish
    except ImportError:
        sys.exit("pyffish is not installed")
    with open(variants_ini, encoding="utf-8") as file:
        pyffish.load_variant_config(file.read())
    if variant not in pyffish.variants():
        sys.exit(f"{variants_ini} does not define {variant}")
    for fen in sys.stdin.read().splitlines():
        moves = pyffish.legal_moves(variant, fen, [])
        if variant == "simpleatomic":
            board = board_of(fen)
            moves = [move for move in moves if allowed_in_simpleatomic(board, move)]
        print(" ".join(sorted(moves)))


main(*sys.argv[1:])
