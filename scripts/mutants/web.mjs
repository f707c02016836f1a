import { inCheckout } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';

const root = inCheckout('web');

/**
 * Runs the tests against each mutant of the pages, in one Vitest that is kept running: what it hands out of a file is changed, not the file.
 * Without a mutant all those tests have to pass. `tell` gets each result: `{ mutant, survived, killedBy }`.
 */
export async function tryWeb(processes, mutants, tell) {
  let on = null;
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      bail: 1,
      reporters: [{}],
      // What does not come soon does not come: a test that waits in vain waits for its whole time.
      setupFiles: ['./testing/setup.ts', './testing/impatient.ts'],
      testTimeout: 60_000,
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          transform: (code, id) => (on && id.split('?')[0] === on.path ? put(code, on) : null),
        },
      ],
    },
  );
  try {
    await vitest.standalone();
    const run = async (files) => {
      const specifications = await vitest.globTestSpecifications(files);
      if (specifications.length === 0) throw new Problem(`There are no tests ${files.join(', ')} in web/.`);
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      return verdict(testModules, unhandledErrors);
    };

    const files = [...new Set(mutants.flatMap(({ tests }) => tests))];
    processes.say(`Without a mutant ${files.length} files of tests of the pages have to pass.`);
    const usual = await run(files);
    if (!usual.survived) throw new Problem(`They do not, so nothing can be told of mutants: ${usual.killedBy}`);

    for (const mutant of mutants) {
      on = { ...mutant, path: inCheckout(mutant.file) };
      vitest.invalidateFile(on.path);
      tell({ mutant, ...(await run(mutant.tests)) });
      vitest.invalidateFile(on.path);
      on = null;
    }
  } finally {
    await vitest.close();
  }
}

const put = (code, { text, instead }) => code.split(text).join(instead);

// A file of tests that does not even load says nothing of a rule: the mutant is no program.
function verdict(modules, unhandled) {
  for (const module of modules) {
    const [error] = module.errors();
    if (error) throw new Problem(`${module.relativeModuleId} does not load: ${error.message}`);
  }
  const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
  if (failed.length > 0) return { killedBy: `${failed[0].module.relativeModuleId}: ${failed[0].name}` };
  if (unhandled.length > 0) return { killedBy: 'an error that nothing caught' };
  return { survived: true };
}
