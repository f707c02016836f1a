import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { resetApi } from './api';
import '@/messages/server';

// Tests of server code say `@vitest-environment node` and have no window.
if (typeof window !== 'undefined') {
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
  afterEach(() => {
    cleanup();
    sessionStorage.clear();
  });
}
