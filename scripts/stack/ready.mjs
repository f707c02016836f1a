import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';

/**
 * Waits until the address answers with a status that `accept` takes. A Problem when it has not
 * within `patience` milliseconds, or when the child that should answer has ended.
 */
export async function answersAt(url, child, { accept = (status) => status < 500, patience = 60_000 } = {}) {
  const until = Date.now() + patience;
  let last = 'nothing listens there';
  while (Date.now() < until) {
    if (!child.running) throw new Problem(`${child.name} ended before it was ready; its last lines are above.`);
    try {
      const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
      await answer.arrayBuffer();
      if (accept(answer.status)) return;
      last = `status ${answer.status}`;
    } catch (error) {
      last = error.cause?.code ?? error.message;
    }
    await sleep(60);
  }
  throw new Problem(`${child.name} did not become ready within ${patience / 1000} s at ${url} (${last}).`);
}
