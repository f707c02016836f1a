import { configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { resetApi } from './api';
import { resetRouter } from './router';
import { keepWindowClean } from './window';
import '@/lib/server/texts';

// An answer or a page's data that lacks a field is nothing the server sends. Apollo tells of it on
// the console.
const missing: unknown[] = [];
const consoleError = console.error;
console.error = (...words: unknown[]) => {
  if (String(words[0]).startsWith('Missing field')) missing.push(words[1]);
  consoleError(...words);
};
afterEach(() => expect(missing.splice(0), 'fields the answers of this test lack').toEqual([]));
afterAll(() => {
  console.error = consoleError;
});

// Tests of server code say `@vitest-environment node` and have no window.
if (typeof window !== 'undefined') {
  // A machine that is busy is slow, not wrong.
  configure({ asyncUtilTimeout: 30_000 });
  // What checks forms is fetched at the first touch; here it is at hand, so that an action is sent
  // with the press.
  window.__BUILD_MANIFEST = {}; // the list of all pages has come
  await import('@/lib/client'); // before the window is looked at, in which Apollo leaves names
  await import('@/lib/check');
  await import('@/ui/touched');
  // happy-dom has no modal dialogs of its own; opening and closing are what the components rely on.
  if (!('showModal' in HTMLDialogElement.prototype)) {
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true;
      },
      close(this: HTMLDialogElement) {
        this.open = false;
      },
    });
  }
  keepWindowClean();
  beforeEach(resetApi);
  beforeEach(resetRouter);
}
