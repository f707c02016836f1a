// make run, make dev: the whole of Kaiin on this machine, until Ctrl-C.

import { tellCommands } from './stack/beside.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { portsFrom } from './stack/ports.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { reloadOnChange } from './stack/reload.mjs';
import { startStack } from './stack/stack.mjs';
import { storeIn } from './stack/store.mjs';
import { checkTools } from './stack/tools.mjs';

const dev = process.argv.includes('--dev');
const folder = process.argv.includes('--store') ? process.argv[process.argv.indexOf('--store') + 1] : undefined;

await main(async () => {
  const began = Date.now();
  checkTools();
  const ports = portsFrom(process.env);
  const store = storeIn(folder);
  const processes = new Processes('run');
  await processes.claim();
  return untilInterrupted(
    processes,
    async () => {
      await ensurePackages(processes);
      const stack = await startStack(processes, { name: 'run', ports, dev, store });
      tellCommands(stack.env);
      greet(processes, stack, Date.now() - began);
      if (dev) await reloadOnChange(processes, stack);
      await processes.failed;
    },
    { whenAsked: 0 },
  );
});

function greet(processes, { site, sandbox }, took) {
  processes.say(`
Kaiin is ready (${(took / 1000).toFixed(1)} s).

  site      ${site}
  sandbox   ${sandbox}         what the outside world saw: mails, the payment ledger, the clock
            ${sandbox}/inbox.json   ${sandbox}/ledger.json   ${sandbox}/clock
  staff     ${site}/staff   as 灯 葵, an owner, or 沖 蓮, who is support: choose one, there is no password
            once within a week; after that: bin/kaiin staff reset
  commands  bin/kaiin client list, or make kaiin ARGS="client list": any of "bin/kaiin help", in another terminal

Ctrl-C stops everything; the data stays. "make reset" throws it away.
`);
}
