"""A Pawn Battle bot in Python 3: python3 pawn_battle.py [port] [name]. Port 50100 begins as White, 50200 as Black."""
import json, random, socket, sys

port = int(sys.argv[1]) if len(sys.argv) > 1 else 50100
name = sys.argv[2] if len(sys.argv) > 2 else "Python bot"

def moves(state):
    """Every move of the side to move, captures and forward steps first."""
    side = state["who_moves"]  # 1 is White, -1 is Black
    at = lambda row, col: state["board"][(7 - row) * 8 + col] if 0 <= row < 8 and 0 <= col < 8 else None
    own = lambda piece: piece and piece != "." and piece.isupper() == (side == 1)
    enemy = lambda piece: piece and piece != "." and piece.isupper() != (side == 1)
    straight, diagonal = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    slides = {"r": straight, "b": diagonal, "q": straight + diagonal}
    jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    for row, col in [(row, col) for row in range(8) for col in range(8) if own(at(row, col))]:
        kind = at(row, col).lower()
        if kind == "p":
            for to in (col - 1, col + 1):
                if enemy(at(row + side, to)) or state["enpassant"] == [row + side, to]:
                    yield 1, [row, col], [row + side, to]
            if at(row + side, col) == ".":
                yield 0, [row, col], [row + side, col]
                if row == (1 if side == 1 else 6) and at(row + 2 * side, col) == ".":
                    yield 0, [row, col], [row + 2 * side, col]
        for down, right in slides.get(kind, jumps if kind == "n" else []):
            for steps in range(1, 8 if kind != "n" else 2):
                to = row + steps * down, col + steps * right
                if at(*to) is None or own(at(*to)):
                    break
                yield int(bool(enemy(at(*to)))), [row, col], list(to)
                if enemy(at(*to)):
                    break

server = socket.create_connection(("127.0.0.1", port))
server.sendall(json.dumps({"name": name}).encode())
while message := server.recv(4096):
    state = json.loads(message)
    if state["winner"] or state["draw"]:
        print("winner", state["winner"], flush=True)
        continue  # the next game begins on the same connection
    best = max(moves(state), key=lambda move: (move[0], random.random()))
    server.sendall(json.dumps({"from": best[1], "to": best[2]}).encode())
