// When a passkey was offered in this browser last. The device decides whether it can keep one, so
// it is what remembers it.

const key = 'passkey.offered';
const again = 30 * 24 * 60 * 60_000;
/** What was offered and not declined stays for as long as the login is fresh. */
const stays = 15 * 60_000;

/** Whether a passkey may be offered now. Where nothing can be remembered it is never offered. */
export function mayOffer(now = Date.now()): boolean {
  try {
    const [at, declined] = (localStorage.getItem(key) ?? '').split(' ');
    const since = now - Number(at);
    return !at || since >= again || (since < stays && !declined);
  } catch {
    return false;
  }
}

/** Remembers that one is offered now, or was declined. */
export function offered(declined: '' | 'declined' = '', now = Date.now()): void {
  try {
    const [at] = (localStorage.getItem(key) ?? '').split(' ');
    const since = now - Number(at);
    const first = at && since < again ? at : String(now);
    localStorage.setItem(key, declined ? `${first} ${declined}` : first);
  } catch {
    // then it is not offered at all
  }
}
