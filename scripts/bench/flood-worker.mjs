import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// The thread of flood.mjs that sends searches, each program in its turn.
const { address, tokens, everyMs, search } = workerData;
const found = { answered: 0, sent: 0, seconds: 0 };
const body = JSON.stringify({ query: search, variables: { term: 'ヤマダ' } });
const began = performance.now();
let open = true;
parentPort.once('message', () => {
  open = false;
});

const asked = [];
for (let n = 0; open; n++) {
  asked.push(ask(tokens[n % tokens.length]));
  found.sent++;
  await sleep(everyMs);
}
await Promise.all(asked);
found.seconds = (performance.now() - began) / 1000;
parentPort.postMessage(found);

async function ask(token) {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    const text = await answer.text();
    if (answer.status === 200 && text.includes('"find"')) found.answered++;
    else if (![404, 405, 429].includes(answer.status)) found.problem = `a search answered ${answer.status} ${text}`;
  } catch (error) {
    found.problem = String(error);
  }
}
