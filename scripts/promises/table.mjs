import { Problem } from '../stack/problem.mjs';

/**
 * What shows the promises of the README, by their numbers. A proof is a command that succeeds while
 * the promise is kept. Its control takes a guard out of the program, and succeeds when the same
 * check fails then. `shows` says what is shown in one sentence.
 */
export const table = {
  1: [
    {
      proof: {
        command: 'make crash KILLS=100',
        shows:
          "Servers are killed 100 times while members buy, cancel and are renewed; in the end the provider's ledger and the book agree, with one charge for each purchase and each term.",
      },
      control: {
        command: 'make crash CONTROL="a look-up before a further try"',
        shows: 'Without a look at the provider before a further try, the ledger and the book disagree.',
      },
    },
    {
      proof: {
        command: "go test ./e2e/money -run '^TestKilled' -count=1 -v",
        shows:
          'A server that is killed between the provider and its own book charges once, for an order and for a renewal.',
      },
      control: {
        command: "go test ./e2e/money -run '^TestWithoutTheGuardMoneyIsTakenTwice$' -count=1 -v",
        shows: 'A program without the guard settles a renewal twice at the provider, and loses an order that was paid.',
      },
    },
    {
      proof: {
        command:
          "go test ./server/money/purchase ./server/money/subscription -run '^(TestOneTokenFiftyTimes|TestTwoFormsOfOnePlan|TestTokenIsBound|TestUnknownOutcome|TestManyWorkersOneBill)$' -count=1 -v",
        shows:
          'Fifty presses of one button, two forms of one plan, a further try after an unknown outcome, and many workers at one bill charge once.',
      },
      control: {
        command:
          "make mutants MUTANTS=\"'two forms of one plan can both be confirmed' 'two orders of one plan are both charged'\"",
        shows:
          'A program that confirms two forms of one plan, or charges two orders of it, fails a test of the same packages.',
      },
    },
  ],
  2: [
    {
      proof: {
        command: 'make lives LIVES=500',
        shows:
          'For 500 members who act at random, every bill, charge and mail is what a second, simple reckoning says.',
      },
      control: {
        command: 'make mutants MUTANTS="\'a discount lasts a payment longer than was said\'"',
        shows:
          'A program that gives a discount once too often disagrees with the second reckoning, or fails a test of orders.',
      },
    },
    {
      proof: {
        command:
          "go test ./server/money/purchase ./server/money/subscription -run '^(TestChangedTermsAreRefused|TestWhatACampaignSaidIsWhatIsBilled|TestWhatWasShownIsKept|TestPriceShownIsPriceCharged|TestSchedule)$' -count=1 -v",
        shows:
          'What the confirm page showed is what is billed, day by day and yen by yen, and is kept with the order; where anything has changed since, nothing is charged.',
      },
      control: {
        command:
          "make mutants MUTANTS=\"'another price than shown is charged' 'what an order was shown is not kept' 'a month later is counted from the last charge'\"",
        shows:
          'A program that charges a price that was not shown, or does not keep what was shown, fails a test of the same packages.',
      },
    },
  ],
  3: [
    {
      proof: {
        command:
          "go test ./server/money/subscription -run '^(TestCancel.*|TestFiftyCancel|TestLeavingWhile.*)$' -count=1 -v",
        shows:
          'A contract is cancelled in every state, also on hold and while the provider is away; only the billing day and a charge of the same day make the member wait.',
      },
      control: {
        command:
          "make mutants MUTANTS=\"'a held contract cannot be cancelled on its billing day' 'a charge of a former day keeps a contract' 'a contract is cancelled while it is charged'\"",
        shows:
          'A program that keeps a contract for another reason, or does not wait for a charge, fails a test of the same packages.',
      },
    },
    {
      proof: {
        command: 'go test ./server/leaving/withdrawal -count=1 -v',
        shows:
          'A member leaves whatever strangers do with their address; leaving ends sessions, devices, links and cards at once, and of a purchase and a leaving at the same time one wins.',
      },
      control: {
        command:
          "make mutants MUTANTS=\"'a member can leave while money is taken' 'a payment of a former day keeps a member' 'cards stay after their member has left'\"",
        shows:
          'A program that lets a member leave beside a charge, or keeps them or their cards, fails a test of the same packages.',
      },
    },
  ],
  4: [
    {
      proof: {
        command: "go test ./e2e/security -run 'TestSecurity(09|15|16)' -count=1 -v",
        shows:
          'From outside, a login, a forgotten password and a mailed code are answered alike, and take as long, whether the address is a member or not.',
      },
      control: {
        command: 'CONTROL=all go test ./e2e/security -run TestWithoutTheWork -count=1 -v',
        shows: 'A login that does no work for an unknown address is told by its time.',
      },
    },
    {
      proof: {
        command:
          "go test ./server/identity/login ./server/identity/credential ./server/identity/signup -run '^(TestLogin|TestLoginCodeTellsNothing|TestForgotPasswordIsTheSameForEverybody|TestTakenAddress)$' -count=1 -v",
        shows:
          'Login, mailed code, forgotten password and sign-up say and leave behind the same for every address, until its mail was read.',
      },
      control: {
        command:
          "make mutants MUTANTS=\"'a login is refused in another way to an unknown address' 'a code is refused to an unknown address' 'a new password is refused to an unknown address' 'a sign-up says at once that its address is taken'\"",
        shows:
          'A program that answers one of them by whether the address is a member fails a test of the same packages.',
      },
    },
  ],
  5: [
    {
      proof: {
        command: 'make newcomer',
        shows:
          'In a copy that is built and has no data, `make run` alone starts the store with its PostgreSQL, and every command of the README and of the pages for the first hour but `make test` does what they say.',
      },
      control: {
        command: 'make newcomer CONTROL=all',
        shows: 'In a copy whose start leaves out the database, or whose command starts nothing, it fails.',
      },
    },
  ],
};

/** The commands of a promise, in the order in which they are run; `name` is that of its log. */
export function rowsOf(number) {
  return table[number].flatMap(({ proof, control }, i) => [
    { kind: 'proof', name: `${number}-${i + 1}-proof`, ...proof },
    { kind: 'control', name: `${number}-${i + 1}-control`, ...control },
  ]);
}

/** The rows of the promises with these numbers; all without any, and none for "none". */
export function chosen(words) {
  if (words.join() === 'none') return [];
  const unknown = words.filter((word) => !Object.hasOwn(table, word));
  if (unknown.length > 0)
    throw new Problem(`There is no promise ${unknown.join(', ')}; there are ${Object.keys(table).join(', ')}.`);
  return Object.keys(table)
    .filter((number) => words.length === 0 || words.includes(number))
    .flatMap(rowsOf);
}
