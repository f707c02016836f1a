import Router from 'next/router';
import { vi } from 'vitest';

/**
 * Where the page under test goes: every page of this site it leads to, without anything happening.
 */
export const router = { push: vi.fn(), replace: vi.fn(), prefetch: vi.fn(async () => {}) };

export function resetRouter(): void {
  for (const how of ['push', 'replace', 'prefetch'] as const) {
    router[how].mockReset();
    vi.spyOn(Router, how).mockImplementation(router[how]);
  }
}
