import { test } from './test.ts';
import type { Locale } from './words.ts';

/**
 * How somebody walks through the site: in which language, on how wide a screen, with what in
 * the hand.
 */
export type Setting = { lang: Locale; width: 1280 | 375; by: 'pointer' | 'keyboard' };

/**
 * What members do that must work in every setting, as a journey walks it. Each is walked twice and
 * not in all eight settings: a defect comes from a flow and one trait of the setting, or from two
 * traits that meet, hardly ever from three. What comes in several kinds, such as the providers of
 * external accounts, is one flow whose two settings share the kinds.
 */
export const flows = [
  'log in',
  'log in by code',
  'change the address',
  'turn a factor on',
  'change the picture',
  'get the own data',
  'log in by a backup code',
  'trust a device',
  'reset the password',
  'change the password',
  'link an external account',
  'agree again',
  'set the PIN',
  'stop a newsletter',
  'sign up with an external account',
  'leave',
  'change the wallet',
  'cancel a plan',
  'cancel by a mail',
  'answer a survey',
  'add a carrier',
  'end an agreement',
  'give an order up',
  'edit the details',
  'answer consents',
  'look at an app',
  'know an app',
  'allow an app',
  'allow a television',
  'log out by an app',
] as const;
export type Flow = (typeof flows)[number];

/**
 * Settings two by two that differ in everything: a flow that is walked in such two meets every
 * trait once.
 */
const opposites: readonly [Setting, Setting][] = [
  [
    { lang: 'ja', width: 1280, by: 'pointer' },
    { lang: 'en', width: 375, by: 'keyboard' },
  ],
  [
    { lang: 'en', width: 375, by: 'pointer' },
    { lang: 'ja', width: 1280, by: 'keyboard' },
  ],
  [
    { lang: 'ja', width: 375, by: 'pointer' },
    { lang: 'en', width: 1280, by: 'keyboard' },
  ],
  [
    { lang: 'en', width: 1280, by: 'pointer' },
    { lang: 'ja', width: 375, by: 'keyboard' },
  ],
];

/**
 * The settings a flow is walked in. Every two traits meet in some flow, as the flows take the
 * opposites by turns.
 */
export const settingsOf = (flow: Flow) => settingsAt(flows.indexOf(flow));

const settingsAt = (n: number) => opposites[n % opposites.length] as (typeof opposites)[number];

/**
 * In what a page is looked at: each page in both languages and widths, in turns with the
 * other combination.
 */
export const viewsOf = (page: number) => settingsAt(page);

/** A browser for the setting: a narrow screen is a phone, unless it is a keyboard's. */
export const browserFor = ({ lang, width, by }: Setting) => ({
  locale: { ja: 'ja-JP', en: 'en-US' }[lang],
  by,
  viewport: { width, height: width === 375 ? 812 : 800 },
  hasTouch: width === 375 && by === 'pointer',
  isMobile: width === 375 && by === 'pointer',
});

/** Defines the tests of a flow, once for each of its settings. */
export function walked(flow: Flow, define: (setting: Setting) => void): void {
  for (const setting of settingsOf(flow)) {
    test.describe(`${setting.lang}, ${setting.width} px, by ${setting.by}`, () => {
      test.use(browserFor(setting));
      define(setting);
    });
  }
}
