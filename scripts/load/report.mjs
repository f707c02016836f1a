const everySecond = 1000; // milliseconds
/** A server has everything in memory that it needs after so much of a scene. */
const warm = 0.25;
const flat = 1.1;

/** Looks at a figure each second until its end. */
export class Growth {
  #seen = [];
  #timer;

  constructor(look) {
    this.#timer = setInterval(() => this.#seen.push(look()), everySecond);
  }

  /** How many times as much there was in the last quarter as in the second, and at most. */
  end() {
    clearInterval(this.#timer);
    return grown(this.#seen);
  }
}

/** The growth of a figure between the second quarter of what was seen and the last. */
export function grown(seen) {
  const quarter = Math.max(1, Math.floor(seen.length * warm));
  const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const [early, late] = [seen.slice(quarter, 2 * quarter), seen.slice(-quarter)];
  return { times: middle(late) / middle(early), most: Math.max(...seen) };
}

/**
 * Says what was measured, and whether it holds: no request failed, no round was left out, every
 * contract was renewed, and the memory is as it was.
 */
export function report(results, say) {
  let holds = true;
  for (const [scene, found] of Object.entries(results)) {
    const { bare, memory } = found;
    const times = (what) => `${(found[what] / bare[what]).toFixed(1)} × bare`;
    const held = (is) => {
      holds &&= is;
      return is ? 'holds' : 'MISSED';
    };
    say('');
    say(`${scene}: ${found.rounds} rounds, ${found.aSecond.toFixed(0)} requests a second`);
    say(`  a request in the middle     ${found.median.toFixed(1)} ms, ${times('median')}`);
    say(`  19 of 20 within             ${found.p95.toFixed(1)} ms, ${times('p95')}`);
    say(`  processors                  ${found.processorMs.toFixed(1)} ms a request, ${times('processorMs')}`);
    say(`  failed                      ${found.failed}  ${held(found.failed === 0 && !found.complaint)}`);
    say(`  rounds that were left out   ${found.leftOut}  ${held(found.leftOut === 0)}`);
    say(
      `  memory of the server        ${memory.most.toFixed(0)} MB, ${memory.times.toFixed(2)} × a while before  ${held(memory.times <= flat)}`,
    );
    if (found.due)
      say(`  renewed                     ${found.renewed} of ${found.due}  ${held(found.renewed >= found.due)}`);
    if (found.complaint) say(`  the first complaint         ${found.complaint}`);
  }
  return holds;
}
