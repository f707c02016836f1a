import { expect, type Page } from '@playwright/test';

/**
 * No paragraph on the page ends in a line of one or two characters, as wide as the page is now. A
 * paragraph is all text between two breaks that the page asks for: text of one block, between two
 * `<br>`. What members typed themselves (`data-typed`) breaks as it likes.
 */
export async function expectWholeLines(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  expect(await page.evaluate(shortEnds), `last lines at ${width} px on ${page.url()}`).toEqual([]);
}

/**
 * Runs in the page: each paragraph with a last line that is too short. Where lines begin is read
 * from the boxes that text nodes are laid out in; single characters are measured only from the end
 * of a paragraph of several lines, until the last line is long enough.
 */
function shortEnds(): string[] {
  const skipped = 'script, style, noscript, select, textarea, dialog:not([open]), .visually-hidden, [data-typed]';
  const found: string[] = [];
  const range = document.createRange();
  let block: Element | null = null;
  let texts: Text[] = [];
  let lines = 0;
  let bottom = 0;
  let above = 0; // the bottom of the last line but one

  /** How many characters of the paragraph are below the last line but one; 3 stands for more. */
  const onLastLine = (): number => {
    let count = 0;
    for (const text of texts.toReversed()) {
      let at = text.data.length;
      for (const character of [...text.data].reverse()) {
        range.setEnd(text, at);
        at -= character.length;
        range.setStart(text, at);
        const rect = range.getClientRects()[0];
        if (!rect?.width || !character.trim()) continue;
        if (rect.top + rect.height / 2 <= above) return count;
        if (++count === 3) return count;
      }
    }
    return count;
  };
  const end = () => {
    if (lines > 1 && onLastLine() < 3) found.push(texts.map(({ data }) => data).join(''));
    lines = 0;
    texts = [];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  // The node after this one; of an element that is skipped, what comes after all that is in it. Not
  // by a filter of the walker: a page that may not run scripts does not call it.
  const next = (): Node | null => {
    let node = walker.nextNode();
    while (node instanceof Element && node.matches(skipped)) {
      node = walker.nextSibling();
      while (!node && walker.parentNode()) node = walker.nextSibling();
    }
    return node;
  };
  const owners = new Map<Element, Element>();
  const ownerOf = (part: Element): Element => {
    const known = owners.get(part);
    if (known) return known;
    const parent = part.parentElement;
    const owner = parent && getComputedStyle(part).display === 'inline' ? ownerOf(parent) : part;
    owners.set(part, owner);
    return owner;
  };
  for (let node = next(); node; node = next()) {
    if (node.nodeName === 'BR') end();
    if (!(node instanceof Text) || !node.parentElement || !node.data.trim()) continue;
    const owner = ownerOf(node.parentElement);
    if (owner !== block) end();
    block = owner;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (!rect.width || (lines > 0 && rect.top + rect.height / 2 <= bottom)) continue;
      lines++;
      above = bottom;
      bottom = rect.bottom;
    }
    texts.push(node);
  }
  end();
  return found;
}
