// A Pawn Battle bot in JavaScript: node pawn_battle.js [port] [name]. Port 50100 begins as White, 50200 as Black.
const net = require('node:net');
const [port = '50100', name = 'JavaScript bot'] = process.argv.slice(2);
const straight = [[0, 1], [1, 0], [0, -1], [-1, 0]], diagonal = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const slides = { r: straight, b: diagonal, q: [...straight, ...diagonal] };
const jumps = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

// Every move of the side to move; `gain` is 1 for a capture.
function* moves({ board, who_moves: side, enpassant }) {
  const at = (row, col) => (row >= 0 && row < 8 && col >= 0 && col < 8 ? board[(7 - row) * 8 + col] : undefined);
  const isWhite = (piece) => piece !== piece.toLowerCase();
  const own = (piece) => piece !== undefined && piece !== '.' && isWhite(piece) === (side === 1);
  const enemy = (piece) => piece !== undefined && piece !== '.' && isWhite(piece) !== (side === 1);
  for (let square = 0; square < 64; square++) {
    const [row, col] = [square >> 3, square & 7];
    if (!own(at(row, col))) continue;
    const kind = at(row, col).toLowerCase();
    if (kind === 'p') {
      const ahead = row + side;
      for (const to of [col - 1, col + 1])
        if (enemy(at(ahead, to)) || (enpassant && enpassant[0] === ahead && enpassant[1] === to))
          yield { gain: 1, from: [row, col], to: [ahead, to] };
      if (at(ahead, col) === '.') {
        yield { gain: 0, from: [row, col], to: [ahead, col] };
        if (row === (side === 1 ? 1 : 6) && at(ahead + side, col) === '.')
          yield { gain: 0, from: [row, col], to: [ahead + side, col] };
      }
    }
    for (const [up, right] of slides[kind] ?? (kind === 'n' ? jumps : []))
      for (let steps = 1; steps < (kind === 'n' ? 2 : 8); steps++) {
        const to = [row + steps * up, col + steps * right];
        if (at(...to) === undefined || own(at(...to))) break;
        yield { gain: enemy(at(...to)) ? 1 : 0, from: [row, col], to };
        if (enemy(at(...to))) break;
      }
  }
}

const server = net.connect(Number(port), '127.0.0.1', () => server.write(JSON.stringify({ name })));
server.on('data', (message) => {
  const state = JSON.parse(message);
  if (state.winner || state.draw) return console.log('winner', state.winner); // the next game begins on the same connection
  const all = [...moves(state)].map((move) => ({ ...move, gain: move.gain + Math.random() }));
  const { from, to } = all.reduce((best, move) => (move.gain > best.gain ? move : best));
  server.write(JSON.stringify({ from, to }));
});
