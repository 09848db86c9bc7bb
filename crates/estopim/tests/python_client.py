"""A real client of the engine: python-chess plays and analyses through it. Usage: python_client.py ENGINE"""

import sys
import time

import chess
import chess.engine
import chess.variant

Limit = chess.engine.Limit


def open_engine():
    return chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=20)


def plays_whole_games():
    """A game of each kind that python-chess knows, every move legal, to the end or to ply 120."""
    for board in [chess.Board(), chess.variant.AtomicBoard(), chess.Board.from_chess960_pos(42)]:
        with open_engine() as engine:
            while not board.is_game_over(claim_draw=True) and board.ply() < 120:
                result = engine.play(board, Limit(nodes=2000), info=chess.engine.INFO_ALL)
                assert result.move in board.legal_moves, (board.fen(), result.move)
                board.push(result.move)
        assert board.ply() > 10, board.fen()


def keeps_every_limit():
    with open_engine() as engine:
        for board in [chess.Board(), chess.variant.AtomicBoard()]:
            info = engine.analyse(board, Limit(depth=7))
            assert info["depth"] == 7 and info["pv"][0] in board.legal_moves, info
            info = engine.analyse(board, Limit(nodes=5000))
            assert info["nodes"] <= 7000, info
            started = time.monotonic()
            engine.play(board, Limit(time=0.2))
            assert time.monotonic() - started < 1.0
            started = time.monotonic()
            engine.play(board, Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1))
            assert time.monotonic() - started < 2.0
            result = engine.play(board, Limit(depth=5), root_moves=[chess.Move.from_uci("a2a3")])
            assert result.move == chess.Move.from_uci("a2a3"), result


def finds_mates():
    with open_engine() as engine:
        back_rank = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
        info = engine.analyse(back_rank, Limit(mate=1, depth=20))
        assert info["score"].white() == chess.engine.Mate(1), info
        explosion = chess.variant.AtomicBoard(
            "rnbqkbnr/pppp1ppp/8/4p2Q/8/4P3/PPPP1PPP/RNB1KBNR w KQkq - 0 3"
        )
        info = engine.analyse(explosion, Limit(depth=6))
        assert info["score"].white() == chess.engine.Mate(1), info
        assert info["pv"][0] == chess.Move.from_uci("h5f7"), info


def shows_several_lines():
    with open_engine() as engine:
        for board in [chess.Board(), chess.variant.AtomicBoard()]:
            lines = engine.analyse(board, Limit(depth=6), multipv=4)
            firsts = [line["pv"][0] for line in lines]
            assert len(set(firsts)) == 4, firsts
            scores = [line["score"].relative.score(mate_score=100_000) for line in lines]
            assert scores == sorted(scores, reverse=True), scores


def stops_at_once():
    with open_engine() as engine:
        with engine.analysis(chess.variant.AtomicBoard()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
            started = time.monotonic()
            analysis.stop()
            analysis.wait()
            assert time.monotonic() - started < 0.5


def ponders():
    board = chess.Board()
    with open_engine() as engine:
        for _ in range(6):
            clock = Limit(white_clock=3, black_clock=3, white_inc=0.05, black_inc=0.05)
            result = engine.play(board, clock, ponder=True)
            assert result.move in board.legal_moves
            board.push(result.move)
            # The expected reply half of the time, another otherwise.
            replies = list(board.legal_moves)
            hit = result.ponder if result.ponder and board.ply() % 4 == 1 else replies[0]
            board.push(hit)


def limits_its_strength():
    board = chess.Board()
    with open_engine() as engine:
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 700})
        assert engine.play(board, Limit(time=0.1)).move in board.legal_moves
        engine.configure({"UCI_LimitStrength": False, "Skill Level": 1})
        assert engine.play(board, Limit(time=0.1)).move in board.legal_moves


if __name__ == "__main__":
    checks = [
        plays_whole_games,
        keeps_every_limit,
        finds_mates,
        shows_several_lines,
        stops_at_once,
        ponders,
        limits_its_strength,
    ]
    for check in checks:
        check()
        print("ok", check.__name__, flush=True)
    print(len(checks), "passed")
