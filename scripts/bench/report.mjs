const bounds = {
  next: 4,
  whole: 5.5,
  screenData: 2,
  visitors: 8,
  readySeconds: 10,
  memoryMB: 150,
  restMB: 100,
  passwords: 0.9,
  growth: 1.3,
  renewalMinutes: 10,
  codeSeconds: 2,
  renewalMB: 20,
  twoProcesses: 1.7,
  history: 1.2,
  purchase: 45, // times an insert and a call: some 70 statements, and 2 calls
  // ms, and times a bare handler with as many statements
  provider: {
    full_code_flow: [5, 6],
    full_code_flow_by_RS256: [8, 8],
    refresh: [1.5, 4],
    refresh_by_RS256: [4, 9],
    client_credentials: [0.5, 3],
    introspection: [0.2, 4],
    userinfo: [0.25, 3.5],
    discovery: [0.05, 6],
    keys: [0.05, 4],
  },
};

/** Says what was measured, by `say`, a line at a time. Returns whether all of it is within its bounds. */
export function report(
  { pages, screenData, visitors, readySeconds, memory, logins, renewed, bought, growth, provider },
  say,
) {
  let all = true;
  const held = (holds, bound) => {
    all &&= holds;
    return `${holds ? 'holds' : 'MISSED'} (${bound})`;
  };
  const table = (rows) => {
    const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
    for (const row of rows) say(row.map((cell, at) => String(cell)[at ? 'padStart' : 'padEnd'](widths[at])).join('  '));
    say('');
  };
  const ms = (value) => value.toFixed(2);

  say('');
  say('Processor time of a page, in ms, with gzip, and how many times that of a bare page of Next');
  table([
    ['page', 'layout', 'Next', 'API', 'PostgreSQL', 'bare', 'Next ×', 'whole ×', ''],
    ...pages.map(({ path, layout, nextMs, apiMs, postgresMs, bareMs, next, whole }) => [
      ...[path, layout, ms(nextMs), ms(apiMs), ms(postgresMs), ms(bareMs), ms(next), ms(whole)],
      held(next <= bounds.next && whole <= bounds.whole, `at most ${bounds.next} and ${bounds.whole}`),
    ]),
  ]);

  say(`PostgreSQL with 100,000 members, and how many times what it takes with 1,000`);
  table([
    ['act', 'µs of 1,000', 'time ×', 'rows of 1,000', 'rows ×', 'pages of 1,000', 'of 100,000', ''],
    ...growth.map(({ name, microseconds, time, rowsOfFew, rows, pagesOfFew, pagesOfMany }) => [
      ...[
        name,
        microseconds.toFixed(0),
        ms(time),
        rowsOfFew.toFixed(1),
        ms(rows),
        pagesOfFew.toFixed(1),
        pagesOfMany.toFixed(1),
      ],
      held(time <= bounds.growth && rows <= bounds.growth, `at most ${bounds.growth}`),
    ]),
  ]);

  say(
    'Processor time of an operation of the OpenID provider, in ms, and how many times a bare handler with as many statements',
  );
  table([
    ['operation', 'ms', 'bare ×', ''],
    ...Object.entries(bounds.provider).map(([name, [most, times]]) => {
      const { ms: took, bare } = provider[name];
      return [name, took.toFixed(3), ms(bare), held(took <= most && bare <= times, `at most ${most} ms and ${times}`)];
    }),
  ]);

  const burst = `of the API after ${memory.logins} logins, ${memory.before.toFixed(0)} MB before them`;
  table([
    [
      'data of a page',
      `${screenData.toFixed(1)} × as many a second as bare pages`,
      held(screenData >= bounds.screenData, `at least ${bounds.screenData}`),
    ],
    [
      'a crowd of visitors',
      `${visitors.ratio.toFixed(1)} × as many pages a second as from Next (${visitors.shared.toFixed(0)} to ${visitors.single.toFixed(0)})`,
      held(visitors.ratio >= bounds.visitors, `at least ${bounds.visitors}`),
    ],
    [
      'memory',
      `${visitors.memoryMB.toFixed(0)} MB of the API after the crowd`,
      held(visitors.memoryMB < bounds.memoryMB, `under ${bounds.memoryMB}`),
    ],
    [
      'ready after',
      `${readySeconds.toFixed(1)} s`,
      held(readySeconds < bounds.readySeconds, `under ${bounds.readySeconds}`),
    ],
    [
      'memory',
      `${memory.after.toFixed(0)} MB ${burst}`,
      held(memory.after < bounds.memoryMB, `under ${bounds.memoryMB}`),
    ],
    [
      'memory',
      `${memory.later.toFixed(0)} MB ten seconds later`,
      held(memory.later < bounds.restMB, `under ${bounds.restMB}`),
    ],
    [
      'logins by password',
      `${logins.passwordsToBareHashes.toFixed(2)} × bare hashes (${logins.passwordsASecond.toFixed(0)} a second)`,
      held(logins.passwordsToBareHashes >= bounds.passwords, `at least ${bounds.passwords}`),
    ],
    [
      'renewals of 100,000',
      `${renewed.minutes.toFixed(1)} min by one process (${renewed.aSecond.toFixed(0)} a second)`,
      held(renewed.minutes < bounds.renewalMinutes, `under ${bounds.renewalMinutes} min`),
    ],
    [
      'renewals by two',
      `${renewed.two.toFixed(2)} × those by one process`,
      held(renewed.two >= bounds.twoProcesses, `at least ${bounds.twoProcesses}`),
    ],
    [
      'a renewal',
      `${renewed.history.toFixed(2)} × the time of PostgreSQL after 300,000 charges`,
      held(renewed.history <= bounds.history, `at most ${bounds.history}`),
    ],
    [
      'a purchase',
      `${bought.least.toFixed(0)} × an insert and a call (${bought.ms.toFixed(0)} ms, with a provider that answers at once)`,
      held(bought.least <= bounds.purchase, `at most ${bounds.purchase}`),
    ],
    [
      'memory',
      `${renewed.moreMB.toFixed(1)} MB more in use after 2,000 renewals`,
      held(renewed.moreMB < bounds.renewalMB, `under ${bounds.renewalMB}`),
    ],
    [
      'a code meanwhile',
      `${renewed.codeSeconds.toFixed(2)} s at most`,
      held(renewed.codeSeconds < bounds.codeSeconds, `under ${bounds.codeSeconds} s`),
    ],
    ['logins by mailed code', `${logins.codesASecond.toFixed(0)} a second`, ''],
    ['look-ups of sessions', `${logins.sessionsASecond.toFixed(0)} a second`, ''],
  ]);
  return all;
}
