import { inCheckout } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';

const root = inCheckout('web');

/**
 * Runs the tests against each mutant of the pages, in one Vitest that is kept running: what it
 * hands out of a file is changed, not the file. What killed one has to pass without it. `tell` gets
 * each result: `{ mutant, survived, killedBy }`.
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
      vitest.state.clearErrors();
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      // It answers with the modules of all runs so far.
      const ran = new Set(specifications.map(({ moduleId }) => moduleId));
      return verdict(
        testModules.filter(({ moduleId }) => ran.has(moduleId)),
        unhandledErrors,
      );
    };

    const killers = new Set(); // files of tests
    for (const mutant of mutants) {
      on = { ...mutant, path: inCheckout(mutant.file) };
      vitest.invalidateFile(on.path);
      const { file, ...result } = await run(mutant.tests);
      vitest.invalidateFile(on.path);
      on = null;
      if (file) killers.add(file);
      tell({ mutant, ...result });
    }

    processes.say('What noticed a mutant of the pages has to pass without one.');
    const usual = killers.size > 0 ? await run([...killers]) : { survived: true };
    if (!usual.survived) throw new Problem(`It does not, so nothing can be told of mutants: ${usual.killedBy}`);
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
  if (failed.length > 0) {
    const file = failed[0].module.relativeModuleId;
    return { file, killedBy: `${file}: ${failed[0].name}` };
  }
  if (unhandled.length > 0) return { killedBy: 'an error that nothing caught' };
  return { survived: true };
}
