import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';

/** What may differ after a test file. */
const allowed = [
  'fetch', // our double of the server, anew for each test
  'CSS', // another object each time happy-dom is asked
  'IS_REACT_ACT_ENVIRONMENT', // React's test kit
  '__APOLLO_CLIENT__', // Apollo, for its developer tools
  '__zod_globalConfig', // zod, once it is loaded
  '__zod_globalRegistry',
  'HTMLElement.focus', // user-event follows where the focus is
  'HTMLElement.blur',
  'navigator.clipboard', // user-event has a clipboard of its own
];

type Listening = Parameters<typeof window.addEventListener>;

/**
 * Keeps the window that all test files share as a new one is: after each test it has no document,
 * storage, cookies, address, listeners or clock of that test, and a file that has changed anything
 * else in it fails.
 */
export function keepWindowClean(): void {
  const listening: Listening[] = [];
  const listen = window.addEventListener;
  const found = contents();
  window.addEventListener = (...given: Listening) => {
    listening.push(given);
    listen(...given);
  };
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    cleanup();
    for (const given of listening.splice(0)) window.removeEventListener(...given);
    empty();
  });
  afterAll(() => {
    window.addEventListener = listen;
    const left = contents();
    const names = new Set([...found.keys(), ...left.keys()]);
    const changed = [...names].filter((name) => !allowed.includes(name) && !Object.is(found.get(name), left.get(name)));
    expect(changed, 'what this file has changed in the window of all files').toEqual([]);
  });
}

function empty(): void {
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ').filter(Boolean)) {
    const [name] = cookie.split('=');
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies has no other way in happy-dom
    document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
  window.history.replaceState(null, '', '/');
}

/** The names in the window and in what its elements inherit, each with its value. */
function contents(): Map<string, unknown> {
  const places: [string, object][] = [
    ['', globalThis],
    ['navigator.', navigator],
    ...[Element, HTMLElement, HTMLDialogElement, HTMLFormElement, HTMLMediaElement, SVGElement].map(
      (kind): [string, object] => [`${kind.name}.`, kind.prototype],
    ),
  ];
  return new Map(
    places.flatMap(([place, of]) =>
      Object.getOwnPropertyNames(of).map((name): [string, unknown] => {
        if (of === globalThis) return [name, Reflect.get(of, name)];
        const { value, get } = Object.getOwnPropertyDescriptor(of, name) ?? {};
        return [place + name, value ?? get];
      }),
    ),
  );
}
