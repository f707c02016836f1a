import { stripVTControlCharacters } from 'node:util';
import { ProcessorTime } from '../stack/cpu.mjs';

/** Runs every name in turn, so many at once; a lane that has become free takes the next. */
export async function inLanes(names, lanes, run) {
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await run(name);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** What a suite starts its processes by: it measures how long they take, by the clock and of the processors. */
export class Meter {
  #processes;
  #began = Date.now();
  #time = new ProcessorTime();
  #followed = [];

  constructor(processes) {
    this.#processes = processes;
    this.#time.start();
  }

  say(text) {
    this.#processes.say(text);
  }

  run(name, command, args, options) {
    return this.#processes.run(name, command, args, this.#measured(options));
  }

  finish(name, command, args, options) {
    return this.#processes.finish(name, command, args, this.#measured(options));
  }

  /** Ends the measuring: seconds by the clock and of the processors. */
  stop() {
    this.#time.stop();
    return {
      wall: (Date.now() - this.#began) / 1000,
      cpu: this.#followed.reduce((sum, pid) => sum + this.#time.of(pid), 0),
    };
  }

  #measured(options = {}) {
    return { ...options, onStart: (pid) => this.#followed.push(pid) };
  }
}

/** The line that tells of a test that failed, and why. */
export function failure(name, why, verdict = 'failed') {
  return `${verdict}: ${name}: ${stripVTControlCharacters(why).replace(/\s+/g, ' ').trim().slice(0, 600)}`;
}

const listed = 15;

/** The lines at the end of a run: its slowest tests, where its time went, what failed and why, and the sum of all. */
export function report(results, wall) {
  const seconds = (value) => `${value.toFixed(0).padStart(5)} s`;
  const row = ({ name, passed, failed, wall, cpu }) =>
    `${name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds(wall)} ${seconds(cpu)} of processors`;
  const slowest = results
    .flatMap(({ name, tests }) => tests.map((test) => ({ ...test, suite: name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, listed);
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  return [
    '',
    'The slowest tests:',
    ...slowest.map(({ suite, name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${suite}  ${name}`),
    '',
    ...results.toSorted((a, b) => b.wall - a.wall).map(row),
    `all in ${wall.toFixed(0)} s`,
    ...results.flatMap(({ troubles = [] }) => troubles),
    `${total('passed')} passed, ${total('failed')} failed`,
  ];
}
