// Sounds made on the spot: no files to load. Nothing sounds before the reader has touched the page, as
// browsers want it.
import type { PlayedMove } from '../../generated/protocol';
import { preferences } from '../../preferences.svelte';
import { settings } from '../../settings.svelte';

export type Sound = 'move' | 'capture' | 'explosion' | 'check' | 'notify' | 'lowTime' | 'end';

/** Sounds that moves make; they are switched off by themselves. */
const OF_MOVES: readonly Sound[] = ['move', 'capture', 'explosion', 'check'];

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- Firefox has it only since 120.
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  if (OF_MOVES.includes(sound) && !preferences.moveSounds.value) return;
  if (sound === 'lowTime' && !preferences.lowTimeSound.value) return;
  // Once the move that sounds is on the board: to open the sound device takes longer than a frame.
  setTimeout(() => {
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[sound](context, context.currentTime);
  });
}

/** The sound of a move that was played. */
export function playMoveSound({ exploded, check, captured }: PlayedMove): void {
  play(exploded.length > 0 ? 'explosion' : check ? 'check' : captured ? 'capture' : 'move');
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  move: (audio, at) => knock(audio, at, 420, 0.25),
  capture: (audio, at) => {
    knock(audio, at, 300, 0.35);
    knock(audio, at + 0.05, 220, 0.25);
  },
  explosion: (audio, at) => {
    rumble(audio, at, 1.1, 0.9);
    knock(audio, at, 70, 0.8, 0.5);
  },
  check: (audio, at) => {
    tone(audio, at, 660, 0.12);
    tone(audio, at + 0.1, 880, 0.12);
  },
  notify: (audio, at) => tone(audio, at, 740, 0.1),
  lowTime: (audio, at) => [0, 0.18, 0.36].forEach((later) => tone(audio, at + later, 988, 0.12)),
  end: (audio, at) => [523, 659, 784].forEach((pitch, step) => tone(audio, at + step * 0.14, pitch, 0.14)),
};

/** A short stroke on wood. */
function knock(audio: AudioContext, at: number, pitch: number, loud: number, lasts = 0.09): void {
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch / 3, at + lasts);
  through(audio, source, at, loud, lasts);
}

function tone(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const source = audio.createOscillator();
  source.type = 'sine';
  source.frequency.value = pitch;
  through(audio, source, at, loud, 0.28);
}

/** Noise that grows darker: an explosion. */
function rumble(audio: AudioContext, at: number, lasts: number, loud: number): void {
  const noise = audio.createBuffer(1, audio.sampleRate * lasts, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const dark = audio.createBiquadFilter();
  dark.type = 'lowpass';
  dark.frequency.setValueAtTime(1800, at);
  dark.frequency.exponentialRampToValueAtTime(60, at + lasts);
  source.connect(dark);
  through(audio, source, at, loud, lasts, dark);
}

function through(
  audio: AudioContext,
  source: AudioScheduledSourceNode,
  at: number,
  loud: number,
  lasts: number,
  last: AudioNode = source,
): void {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  last.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + lasts);
}
