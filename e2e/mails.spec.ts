import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { checkout } from '../scripts/stack/checkout.mjs';
import { expect, test } from './support/test.ts';

// Needs a browser: whether a mail fits a narrow window, and can be read in the dark, is known when
// it is laid out. All mails are laid out on one page, each in a frame of its own.

/** Every mail there is, in both languages, by its name. */
function mails(file: string): Record<string, string> {
  const test = ['test', '-count=1', '-vet=off', './server/base/notify', '-run', '^TestMailsAreWrittenForABrowser$'];
  const env = { ...process.env, GOFLAGS: process.env.GOFLAGS || '-trimpath' }; // what the other tests have compiled
  execFileSync('go', [...test, '-args', '-rendered', file], { cwd: checkout, env });
  return JSON.parse(readFileSync(file, 'utf8'));
}

const show = (page: Page, html: Record<string, string>) =>
  page.evaluate(
    (html) =>
      Promise.all(
        Object.entries(html).map(([name, srcdoc]) => {
          const frame = Object.assign(document.createElement('iframe'), { name, srcdoc });
          frame.style.border = '0';
          return new Promise((loaded) => {
            frame.onload = loaded;
            document.body.append(frame);
          });
        }),
      ),
    html,
  );

/**
 * What is wider than its window of so many pixels, or is hardly told from its ground (WCAG 2.2,
 * 1.4.3).
 */
const wrong = (page: Page, width: number) =>
  page.evaluate((width) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (at: Element | null): string => {
      if (!at) return 'rgb(255, 255, 255)';
      const color = getComputedStyle(at).backgroundColor;
      return channels(color)[3] === 0 ? ground(at.parentElement) : color;
    };
    const contrast = (at: Element) => {
      const both = [luminance(getComputedStyle(at).color), luminance(ground(at))];
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    };
    const speaks = (at: Element) => [...at.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());

    const frames = [...document.querySelectorAll('iframe')];
    for (const frame of frames) frame.style.width = `${width}px`;
    return frames.flatMap(({ name, contentDocument }) => {
      const mail = contentDocument as Document;
      const wide = mail.documentElement.scrollWidth;
      const faint = [...mail.querySelectorAll('h1, h2, p, th, td, li, a, div:not(.preheader), strong, span')]
        .filter((at) => speaks(at) && contrast(at) < 4.5)
        .map((at) => `${name}: ${contrast(at).toFixed(1)}:1 of ${at.textContent?.trim()}`);
      return wide > width ? [`${name}: ${wide} px wide`, ...faint] : faint;
    });
  }, width);

test('U-28: every mail fits windows of 320 and 640 px, and can be read in the light and in the dark', async ({
  page,
}, info) => {
  await page.route(/^https:/, (route) => route.abort());
  await page.goto('about:blank'); // frames have the content security policy of the page that they are on
  await show(page, mails(info.outputPath('mails.json')));
  expect(await wrong(page, 320), 'at 320 px').toEqual([]);
  expect(await wrong(page, 640), 'at 640 px').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await wrong(page, 640), 'in the dark').toEqual([]);
});
