// Runs an engine published on npm as WebAssembly as an ordinary UCI program:
//
//   node uci-wasm.cjs stockfish-mv.wasm
//   node uci-wasm.cjs fairy-stockfish-nnue.wasm
//
// Lines come in on standard input and go out on standard output; the end of input ends the program.
'use strict';

const readline = require('node:readline');

const [name] = process.argv.slice(2);
if (!name) {
  fail('usage: node uci-wasm.cjs PACKAGE');
}

/** Says what is wrong where a match runner shows it, and ends the program as a failure. */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The package's factory; both packages name their loader alike. */
function factoryOf(packageName) {
  try {
    return require(`${packageName}/stockfish.js`);
  } catch (error) {
    return fail(`cannot load ${packageName}: ${error.message}\nrun "npm ci" in ${__dirname} first`);
  }
}

// The loaders prefer fetch where there is one, and Node's takes no paths of files: without it they read
// the file themselves.
delete globalThis.fetch;

async function main() {
  // The engine takes some time to compile; what is said meanwhile waits here.
  const waiting = [];
  let say = (line) => waiting.push(line);

  readline
    .createInterface({ input: process.stdin, terminal: false })
    .on('line', (line) => (line.trim() === 'quit' ? process.exit(0) : say(line)))
    .on('close', () => process.exit(0));

  const engine = await factoryOf(name)();
  engine.addMessageListener((line) => process.stdout.write(`${line}\n`));
  say = (line) => engine.postMessage(line);
  waiting.splice(0).forEach(say);
}

// Nobody reads any more: the game is over for us too.
process.stdout.on('error', () => process.exit(0));
process.on('uncaughtException', (error) => fail(error.stack));
process.on('unhandledRejection', (error) => fail(String(error)));

main();
