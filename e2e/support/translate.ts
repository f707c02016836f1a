import type { Page } from '@playwright/test';
import { hydrated } from './arrival.ts';

/**
 * Does to each page what the translation of a browser does: as soon as it is usable, and whenever
 * something is shown anew, every text gives way to elements that show it. The words stay the same,
 * so that a journey finds them. Call what it returns when the journey is over.
 */
export function translating(page: Page): () => void {
  const begin = async () => {
    await hydrated(page);
    await page.evaluate(() => {
      const translate = (root: Node) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
        for (const text of texts) {
          const parent = text.parentElement;
          if (!text.data.trim() || !parent || /^(FONT|SCRIPT|STYLE|TEXTAREA|OPTION|TITLE)$/.test(parent.tagName))
            continue;
          const outer = document.createElement('font');
          outer.appendChild(document.createElement('font')).textContent = text.data;
          text.replaceWith(outer);
        }
      };
      translate(document.body);
      const seen = { childList: true, subtree: true, characterData: true };
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) translate(node);
      }).observe(document.body, seen);
      document.documentElement.classList.add('translated-ltr'); // as Chromium marks a page that it has translated
    });
  };
  const loaded = () => void begin().catch(() => {}); // the page may have been left meanwhile
  page.on('load', loaded);
  return () => page.off('load', loaded);
}
