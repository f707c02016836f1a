import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceUsable, early } from './early';

/** As the page has it: from its text alone. */
const run = (scripts: string[], nonce?: string, { texts = {}, start = () => {} } = {}) =>
  new Function(`return ${early.toString()}`)()(start, scripts, texts, nonce) as undefined;
const loaded = () => [...document.head.querySelectorAll('script')];
const drawn = () => vi.waitFor(() => expect(loaded()).not.toEqual([]));
const find = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;

beforeEach(() => {
  // happy-dom would fetch what is only to be named here.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) (node as HTMLElement).setAttribute('type', 'text/plain');
    for (const node of nodes) document.head.appendChild(node as Node);
  });
  document.body.innerHTML = `
    <form><input name="a"><input type="checkbox" name="b"><select name="c"><option>1<option>2</select>
    <button name="send">送信</button><button type="button" id="other">その他</button></form>`;
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete (globalThis as { kaiinFiles?: object }).kaiinFiles;
  announceUsable();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

describe('a page whose scripts are still on their way (S-09)', () => {
  it('fetches them in their order, with the nonce, after it was drawn', async () => {
    run(['/a.js', '/b.js'], 'n1');
    expect(loaded()).toEqual([]);
    await drawn();
    expect(loaded().map((script) => [script.getAttribute('src'), script.async, script.nonce])).toEqual([
      ['/a.js', false, 'n1'],
      ['/b.js', false, 'n1'],
    ]);
  });

  it('starts them when the texts have come, which are fetched beside them', async () => {
    const answers: ((answer: Response) => void)[] = [];
    const asked = vi.fn((_: string) => new Promise<Response>((resolve) => answers.push(resolve)));
    vi.stubGlobal('fetch', asked);
    const started = vi.fn(() => JSON.stringify((globalThis as { kaiinFiles?: object }).kaiinFiles));
    run(['/a.js'], '', { texts: { common: '/c.json', home: '/h.json' }, start: started });
    await drawn();
    expect(asked.mock.calls).toEqual([['/c.json'], ['/h.json']]);
    answers[1]?.(Response.json({ b: 'B' }));
    await new Promise((later) => setTimeout(later));
    expect(started).not.toHaveBeenCalled();
    answers[0]?.(Response.json({ a: 'A' }));
    await vi.waitFor(() => expect(started).toHaveReturnedWith('{"home":{"b":"B"},"common":{"a":"A"}}'));
  });

  it.each([
    ['is not there', async () => new Response('{"code":"NOT_FOUND"}', { status: 404 })],
    ['is a page', async () => new Response('<html>')],
    ['is nothing', async () => Response.json(null)],
    ['does not come', () => Promise.reject(new TypeError())],
  ])('is without scripts where a text %s', async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    const started = vi.fn();
    run(['/a.js'], '', { texts: { common: '/c.json' }, start: started });
    const sent = vi.fn((event: Event) => event.preventDefault());
    const form = find<HTMLFormElement>('form');
    form.addEventListener('submit', sent);
    form.requestSubmit();
    expect(sent).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(started).not.toHaveBeenCalled();
  });

  it('lets a form go as it is when they do not start', async () => {
    const start = () => {
      throw new Error();
    };
    run(['/a.js'], '', { start });
    const sent = vi.fn((event: Event) => event.preventDefault());
    const form = find<HTMLFormElement>('form');
    form.addEventListener('submit', sent);
    form.requestSubmit();
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  });

  it('fetches them at once where nothing is drawn', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    run(['/a.js']);
    expect(loaded()).toHaveLength(1);
  });

  it('keeps a form that is sent, and sends it once when the page answers', () => {
    run([]);
    const form = find<HTMLFormElement>('form');
    const sent = vi.fn((event: Event) => event.preventDefault());
    form.addEventListener('submit', sent);
    const send = find<HTMLButtonElement>('[name=send]');
    for (let press = 0; press < 2; press++) form.requestSubmit(send);
    expect(sent).not.toHaveBeenCalled();
    announceUsable();
    expect(sent).toHaveBeenCalledOnce();
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ submitter: send }));
    form.requestSubmit();
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('tells once more, when the page answers, that it was restored from the back/forward cache', () => {
    class Shown extends Event {
      readonly persisted: boolean;
      constructor(name: string, { persisted }: { persisted: boolean }) {
        super(name);
        this.persisted = persisted;
      }
    }
    vi.stubGlobal('PageTransitionEvent', Shown);
    run([]);
    dispatchEvent(new Shown('pageshow', { persisted: false }));
    dispatchEvent(new Shown('pageshow', { persisted: true }));
    const restored = vi.fn();
    addEventListener('pageshow', restored, { once: true });
    announceUsable();
    expect(restored).toHaveBeenCalledOnce();
    expect(restored.mock.calls[0]?.[0].persisted).toBe(true);
    vi.unstubAllGlobals();
  });

  it.each([
    ['/_next/static/chunks/main.js', 1],
    ['extension://x/y.js', 0],
  ])('lets a form go as it is when %s breaks: %i times', (file, times) => {
    run([]);
    const sent = vi.fn((event: Event) => event.preventDefault());
    const form = find<HTMLFormElement>('form');
    form.addEventListener('submit', sent);
    form.requestSubmit();
    dispatchEvent(Object.assign(new Event('error'), { filename: `https://example.jp${file}` }));
    expect(sent).toHaveBeenCalledTimes(times);
  });

  it('keeps the press of a button, and not of one that is gone', () => {
    run([]);
    const pressed = vi.fn();
    const other = find<HTMLButtonElement>('#other');
    other.addEventListener('click', pressed);
    other.click();
    expect(pressed).not.toHaveBeenCalled();
    announceUsable();
    expect(pressed).toHaveBeenCalledOnce();

    run([]);
    other.click();
    other.remove();
    announceUsable();
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('sets again what was ticked and chosen, where the script has undone it', () => {
    run([]);
    const box = find<HTMLInputElement>('[name=b]');
    const choice = find<HTMLSelectElement>('select');
    box.click();
    choice.value = '2';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    const told = vi.fn();
    document.body.addEventListener('change', told);
    box.checked = false;
    choice.value = '1';
    announceUsable();
    expect([box.checked, choice.value]).toEqual([true, '2']);
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('chooses what was chosen last of several that exclude each other', () => {
    run([]);
    const form = find<HTMLFormElement>('form');
    form.innerHTML = '<input type="radio" name="d" id="one"><input type="radio" name="d" id="two">';
    for (const id of ['one', 'two', 'one']) find<HTMLInputElement>(`#${id}`).click();
    announceUsable();
    expect(find<HTMLInputElement>('#one').checked).toBe(true);
    expect(find<HTMLInputElement>('#two').checked).toBe(false);
  });

  it('goes on as without scripts when one does not come', async () => {
    run(['/a.js']);
    await drawn();
    const form = find<HTMLFormElement>('form');
    const sent = vi.fn((event: Event) => event.preventDefault());
    form.addEventListener('submit', sent);
    form.requestSubmit();
    loaded()[0]?.dispatchEvent(new Event('error'));
    expect(sent).toHaveBeenCalledOnce();
  });
});
