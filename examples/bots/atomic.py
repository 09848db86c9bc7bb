"""An atomic chess bot over the Bot API, by berserk and python-chess: python3 atomic.py http://127.0.0.1:8080 TOKEN"""
import random, sys, threading
import berserk, chess.variant

base, token = sys.argv[1:3]
client = berserk.Client(berserk.TokenSession(token), base_url=base)
me = client.account.get()["username"]

def choose(board):
    """A move that wins at once, or any capture, or any move."""
    def worth(move):
        board.push(move)
        won = board.is_variant_end() or board.is_checkmate()
        board.pop()
        return won, board.is_capture(move), random.random()
    return max(board.legal_moves, key=worth)

def play(game_id):
    for event in client.bots.stream_game_state(game_id):
        if event["type"] == "gameFull":
            color = chess.WHITE if event["white"]["name"] == me else chess.BLACK
        state = event["state"] if event["type"] == "gameFull" else event
        if state["type"] != "gameState" or state["status"] != "started":
            continue
        board = chess.variant.AtomicBoard()
        for uci in state["moves"].split():
            board.push_uci(uci)
        if board.turn == color:
            client.bots.make_move(game_id, choose(board))

for event in client.bots.stream_incoming_events():
    if event["type"] == "challenge" and event["challenge"]["challenger"]["name"] != me:
        if event["challenge"]["variant"]["key"] == "atomic":
            client.bots.accept_challenge(event["challenge"]["id"])
        else:
            client.bots.decline_challenge(event["challenge"]["id"], reason="variant")
    elif event["type"] == "gameStart":
        threading.Thread(target=play, args=(event["game"]["id"],), daemon=True).start()
