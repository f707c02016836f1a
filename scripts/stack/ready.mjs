import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './ports.mjs';
import { Problem } from './problem.mjs';

/**
 * Waits until the child accepts connections on its port; asking it for a page would be too early.
 */
export async function listensOn(port, child, patience = 60_000) {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(50)) {
    if (!child.running) throw new Problem(`${child.name} ended before it was ready; its last lines are above.`);
    if (await answers(port)) return;
  }
  throw new Problem(`${child.name} did not open port ${port} within ${patience / 1000} s.`);
}

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
