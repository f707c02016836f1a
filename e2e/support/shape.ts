import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Whether a page of this shape was seen in this run, by any worker. `note` says that it was. */
export type Seen = { before: boolean; note(): void };

/** What is known of a page, in its own language and width and in any. */
export type Known = { inThisView: Seen; inAnother: Seen };

/**
 * Two pages have the same shape when they have the same elements, attributes and styles, and words
 * in the same places. What a check finds that reads no more than these is then the same on both.
 * Members, dates and amounts differ, and make no other shape.
 */
export async function shapeOf(page: Page): Promise<Known> {
  const { shape, view } = await page.evaluate(describe);
  return { inThisView: seen(`${view}\n${shape}`), inAnother: seen(shape) };
}

function seen(shape: string): Seen {
  const folder = process.env.KAIIN_SHAPES;
  if (!folder) return { before: false, note: () => undefined };
  const file = join(folder, createHash('sha256').update(shape).digest('hex'));
  return { before: existsSync(file), note: () => writeFileSync(file, '') };
}

// Runs in the page, so nothing outside of it is known here.
function describe(): { shape: string; view: string } {
  const whole = new Set('class role type tabindex style hidden open disabled readonly required multiple'.split(' '));
  for (const name of 'autocomplete inputmode scope colspan rowspan dir inert popover'.split(' ')) whole.add(name);
  const references = new Set(
    'for aria-labelledby aria-describedby aria-controls aria-owns aria-errormessage'.split(' '),
  );
  const numbers = new Map<string, number>(); // a text that is used twice is the same number twice
  const number = (text: string) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const word = ({ name, value }: Attr): string => {
    if (whole.has(name)) return `${name}=${value}`;
    if (references.has(name))
      return `${name}=${value.split(/\s+/).map((id) => (document.getElementById(id) ? number(`#${id}`) : '-'))}`;
    if (name === 'id') return `id=${number(`#${value}`)}`;
    if (name === 'aria-label') return `${name}=${value.trim() && number(value)}`;
    if (name === 'href') return `href=${value.startsWith('#') ? value : Boolean(value)}`;
    if (name.startsWith('aria-')) return `${name}=${value}`;
    if (['alt', 'title', 'placeholder', 'lang', 'src', 'name'].includes(name))
      return `${name}=${Boolean(value.trim())}`;
    return '';
  };
  const lines: string[] = [];
  const walk = (element: Element, depth: number) => {
    if (element.localName === 'script' || element.localName === 'meta') return;
    const attributes = [...element.attributes].map(word).filter(Boolean).sort();
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const hasText = texts.some((node) => node.textContent?.trim());
    const style = element.localName === 'style' || (element as HTMLLinkElement).rel === 'stylesheet';
    const states = [':checked', ':placeholder-shown', ':modal', ':popover-open'].filter((state) =>
      element.matches(state),
    );
    lines.push([depth, element.localName, ...attributes, ...states, hasText, style ? element.outerHTML : ''].join(' '));
    for (const child of element.children) walk(child, depth + 1);
  };
  walk(document.documentElement, 0);
  const features = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'];
  lines.push(...features.map((feature) => String(matchMedia(feature).matches)), document.compatMode);
  return { shape: lines.join('\n'), view: `${document.documentElement.lang} ${innerWidth}` };
}
