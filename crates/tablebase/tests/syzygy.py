"""Answers what python-chess reads in Syzygy files: a FEN a line in, WDL and DTZ a line out."""

import sys

import chess
import chess.syzygy

with chess.syzygy.open_tablebase(sys.argv[1]) as tables:
    for line in sys.stdin:
        board = chess.Board(line.strip())
        print(tables.probe_wdl(board), tables.probe_dtz(board))
