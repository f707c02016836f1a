/**
 * Runs `body` until it ends or somebody asks to stop (Ctrl-C, SIGTERM, a closed terminal), then
 * stops all processes, whichever it was. Returns the exit code, which is `whenAsked` after an
 * asked-for stop: work that was cut short has not succeeded. A second Ctrl-C does not wait
 * any longer.
 */
export async function untilInterrupted(processes, body, { whenAsked = 130 } = {}) {
  let asked = false;
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (asked && signal === 'SIGINT') processes.killAll();
        if (!asked) processes.say('Stopping…');
        asked = true;
        resolve(whenAsked);
      });
    }
  });
  const running = Promise.race([body(), processes.failed]);
  running.catch(() => {});
  try {
    return await Promise.race([interrupted, running]);
  } finally {
    await processes.stopAll();
    if (asked) processes.say('Stopped.');
  }
}
