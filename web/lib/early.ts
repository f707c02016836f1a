/**
 * Runs in the head of the page, by its source text: it may use nothing but its arguments.
 *
 * The page is drawn first, and only then its scripts are fetched, so that on a slow line they take
 * nothing from what is to be seen. Until the page answers (`usable`), what the member presses,
 * sends or ticks is kept, and done again then: the last press, every tick. A return from the
 * back/forward cache meanwhile is told then, too. When a script or a text does not come, or a
 * script breaks, the page works as it does without scripts.
 *
 * `texts` are addresses of files by namespace. They are fetched beside the scripts, and `start`,
 * with which those take the page over, waits for them.
 */
export function early(
  start: () => void,
  scripts: readonly string[],
  texts: Readonly<Record<string, string>>,
  nonce?: string,
): void {
  let press: (() => void) | undefined;
  let begun = false;
  const ticks = new Map<HTMLInputElement | HTMLSelectElement, boolean | string>();

  const hold = (event: Event, target: HTMLElement, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    press = () => target.isConnected && again();
  };
  const submitted = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    hold(event, form, () => form.requestSubmit(submitter));
  };
  const clicked = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('button[type=button]');
    if (button) hold(event, button, () => button.click());
  };
  const changed = ({ target }: Event) => {
    const ticked = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type);
    if (!ticked && !(target instanceof HTMLSelectElement)) return;
    ticks.delete(target); // of radio buttons the last one counts, so the order is that of the last changes
    ticks.set(target, ticked ? target.checked : target.value);
  };
  let restored = false;
  const shown = ({ persisted }: PageTransitionEvent) => {
    restored ||= persisted;
  };
  const broke = ({ filename }: ErrorEvent) => {
    if (filename?.includes('/_next/')) release(); // of ours: what browsers' extensions break is theirs
  };
  const release = () => {
    removeEventListener('pageshow', shown);
    removeEventListener('error', broke);
    removeEventListener('submit', submitted, true);
    removeEventListener('click', clicked, true);
    removeEventListener('change', changed, true);
    removeEventListener('usable', release);
    for (const [control, value] of ticks) {
      if (!control.isConnected) continue;
      if (control instanceof HTMLInputElement) {
        if (control.checked !== value) control.click();
      } else if (control.value !== value) {
        control.value = value as string;
        control.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
    ticks.clear();
    if (restored) dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    press?.();
    press = undefined;
  };
  addEventListener('submit', submitted, true);
  addEventListener('click', clicked, true);
  addEventListener('change', changed, true);
  addEventListener('pageshow', shown);
  addEventListener('error', broke);
  addEventListener('usable', release);

  const fetchScripts = () => {
    if (begun) return;
    begun = true;
    const files: Record<string, object> = {};
    const fetched = Object.entries(texts).map(async ([name, address]) => {
      const answer = await fetch(address);
      if (!answer.ok) throw answer;
      const words: unknown = await answer.json();
      if (!words || typeof words !== 'object') throw answer;
      files[name] = words;
    });
    Promise.all(fetched)
      .then(() => {
        (globalThis as { kaiinFiles?: object }).kaiinFiles = files;
        start();
      })
      .catch(release);
    for (const src of scripts) {
      const script = document.createElement('script');
      script.src = src;
      script.async = false; // in their order
      if (nonce) script.nonce = nonce;
      script.onerror = release;
      document.head.append(script);
    }
  };
  const parsed = () => {
    document.addEventListener('visibilitychange', fetchScripts, { once: true }); // nothing is drawn out of sight
    if (document.hidden) fetchScripts();
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(fetchScripts))); // after the first frame
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', parsed, { once: true });
  else parsed();
}

/** Says that the page answers to the member, in the browser's timeline too. */
export function announceUsable(): void {
  performance.mark('usable');
  dispatchEvent(new Event('usable'));
}
