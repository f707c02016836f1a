import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { resetApi } from './api';
import { resetRouter } from './router';
import '@/lib/server/texts';

// Tests of server code say `@vitest-environment node` and have no window.
if (typeof window !== 'undefined') {
  // A machine that is busy is slow, not wrong.
  configure({ asyncUtilTimeout: 30_000 });
  // Apollo is fetched at the first touch; here it is at hand, so that an action is sent with the press.
  await import('@/lib/client');
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
  beforeEach(resetApi);
  beforeEach(resetRouter);
  afterEach(() => {
    cleanup();
    sessionStorage.clear();
  });
}
