import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Whether a page of this shape was seen in this run, by any worker. `note` says that it was. */
export type Seen = { shape: string; before: boolean; note(): void };

/** What is known of a page, in its own language and width and in any. */
export type Known = { inThisView: Seen; inAnother: Seen };

/**
 * Two pages have the same shape when they have the same elements, attributes and colours, display
 * the same of them, and have words in the same places. What a check finds that reads no more than
 * these is then the same on both. Members, dates and amounts differ, and make no other shape.
 */
export async function shapeOf(page: Page): Promise<Known> {
  const { shape, view } = await page.evaluate(describe);
  return { inThisView: seen(`${view}\n${shape}`), inAnother: seen(shape) };
}

function seen(shape: string): Seen {
  const digest = createHash('sha256').update(shape).digest('hex');
  const folder = process.env.KAIIN_SHAPES;
  if (!folder) return { shape: digest, before: false, note: () => undefined };
  const file = join(folder, digest);
  return { shape: digest, before: existsSync(file), note: () => writeFileSync(file, '') };
}

// Runs in the page, so nothing outside of it is known here.
function describe(): { shape: string; view: string } {
  const references =
    /^(for|headers|aria-(labelledby|describedby|controls|owns|errormessage|activedescendant|details|flowto))$/;
  const words = /^(title|placeholder|aria-label|aria-description|aria-roledescription|aria-valuetext)$/;
  const unread = /^(src|srcset|sizes|name|value|action|data-.*|content|integrity|nonce|d|points|viewBox|width|height)$/;
  const numbers = new Map<string, number>(); // a text that is used twice is the same number twice
  const number = (text: string) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const amount = (text: string) => Math.min(text.trim().length, 2); // axe leaves a single letter alone
  const target = (id: string) => (document.getElementById(id) ? number(`#${id}`) : 'none');
  const word = ({ name, value }: Attr): string => {
    if (references.test(name)) return `${name}=${value.split(/\s+/).map(target)}`;
    if (name === 'lang' && value === document.documentElement.lang) return '';
    if (name === 'id') return `id=${number(`#${value}`)}`;
    if (words.test(name)) return `${name}=${amount(value)} ${number(value.trim())}`;
    if (name === 'alt') return `alt=${value.length} ${value.trim() && number(value.trim())}`;
    if (name === 'href') return value.startsWith('#') ? `href=#${target(value.slice(1))}` : `href=${amount(value)}`;
    if (unread.test(name)) return `${name}=${amount(value)}`;
    return `${name}=${value}`;
  };
  const colours = (element: Element): string => {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textDecorationLine, overflow } =
      getComputedStyle(element);
    return [
      color,
      backgroundColor,
      backgroundImage,
      opacity,
      fontSize,
      fontWeight,
      textDecorationLine,
      overflow,
    ].join();
  };
  const lines: string[] = [];
  const walk = (element: Element, depth: number) => {
    if (
      element.localName === 'script' ||
      element.matches('meta[property], meta[name^="og:"], meta[name="theme-color"]')
    )
      return;
    const { localName: tag, scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = amount(own.map((node) => node.textContent).join(''));
    const isDisplayed = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const style = tag === 'style' || (element as HTMLLinkElement).rel === 'stylesheet' ? element.outerHTML : '';
    const states = [':checked', ':placeholder-shown', ':modal', ':popover-open'].filter((state) =>
      element.matches(state),
    );
    const scrolls = [scrollHeight > clientHeight, scrollWidth > clientWidth];
    const attributes = [...element.attributes].map(word).sort();
    lines.push([depth, tag, ...attributes, ...states, isDisplayed, text, style].join(' '));
    if (isDisplayed) lines.push(`${colours(element)} ${scrolls}`);
    for (const child of element.children) walk(child, depth + 1);
  };
  walk(document.documentElement, 0);
  const features = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'];
  lines.push(...features.map((feature) => String(matchMedia(feature).matches)), document.compatMode);
  return { shape: lines.join('\n'), view: `${document.documentElement.lang} ${innerWidth} ${innerHeight}` };
}
