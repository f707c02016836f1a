import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkIdentity, watchIdentity } from './bfcache';

const message = 'Reloading due to authentication check failure';
let reload: ReturnType<typeof vi.fn>;
let info: ReturnType<typeof vi.spyOn>;

function auid(value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is compared
  document.cookie = value === null ? 'auid=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/' : `auid=${value}; path=/`;
}

function navigatedBy(type: string): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
}

function restored(persisted: boolean): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

beforeEach(() => {
  reload = vi.fn();
  vi.spyOn(window.location, 'reload').mockImplementation(reload as () => void);
  info = vi.spyOn(console, 'info').mockImplementation(() => {});
  navigatedBy('navigate');
});
afterEach(() => auid(null));

// these two events alone; signed out on both sides is the same.
describe('identity after back and forward', () => {
  it('X-028 X-030 X-031: a page restored from the cache with another auid reloads and says so', () => {
    auid('b');
    const stop = watchIdentity(() => 'a');
    restored(true);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(info).toHaveBeenCalledWith(message);
    stop();
  });

  it('X-029 X-030: so does a page reached by back or forward without the cache', () => {
    navigatedBy('back_forward');
    auid('b');
    watchIdentity(() => 'a')();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the same member', 'a', 'a'],
    ['signed out on both sides', null, null],
  ])('X-032: %s does not reload and logs nothing', (_name, cookie, authId) => {
    navigatedBy('back_forward');
    auid(cookie);
    const stop = watchIdentity(() => authId);
    restored(true);
    expect(reload).not.toHaveBeenCalled();
    expect(info).not.toHaveBeenCalled();
    stop();
  });

  it('does nothing on an ordinary load, whatever the cookie says', () => {
    auid('b');
    const stop = watchIdentity(() => 'a');
    restored(false);
    expect(reload).not.toHaveBeenCalled();
    stop();
  });

  it('A-013: reloads at most once for an entry, and again when the member changes again', () => {
    auid('b');
    checkIdentity('a');
    checkIdentity('a');
    expect(reload).toHaveBeenCalledTimes(1);
    auid('c');
    checkIdentity('a');
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
