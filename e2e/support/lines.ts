import { expect, type Page } from '@playwright/test';

const widths = [375, 1280];

/**
 * No paragraph on the page ends in a line of one or two characters, on a phone and on a wide screen. A paragraph is whatever
 * stands between two breaks that the page asks for: text of one block, between two `<br>`. What members typed themselves
 * (`data-typed`) breaks as it likes.
 */
export async function expectWholeLines(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(shortEnds), `last lines at ${width} px on ${page.url()}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** Runs in the page: each paragraph with a last line that is too short, its lines parted by bars. */
function shortEnds(): string[] {
  const skipped = 'script, style, noscript, select, textarea, dialog:not([open]), .visually-hidden, [data-typed]';
  const found: string[] = [];
  let block: Element | null = null;
  let lines: string[] = [];
  let bottom = 0;
  const end = () => {
    const last = (lines.at(-1) ?? '').replace(/\s/g, '');
    if (lines.length > 1 && [...last].length <= 2) found.push(lines.join(' | '));
    lines = [];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeName === 'BR') end();
    if (!(node instanceof Text) || node.parentElement?.closest(skipped)) continue;
    let owner = node.parentElement;
    while (owner && getComputedStyle(owner).display === 'inline') owner = owner.parentElement;
    if (owner !== block) end();
    block = owner;
    const range = document.createRange();
    let at = 0;
    for (const character of node.data) {
      range.setStart(node, at);
      at += character.length;
      range.setEnd(node, at);
      const rect = range.getClientRects()[0];
      if (!rect?.width || !character.trim()) continue;
      if (lines.length === 0 || rect.top + rect.height / 2 > bottom) {
        lines.push('');
        bottom = rect.bottom;
      }
      lines.push((lines.pop() ?? '') + character);
    }
  }
  end();
  return found;
}
