import { describe, expect, it } from 'vitest';
import { emptyToNull, nullToEmpty, numberOrNull } from './empty';
import { errorPageOf } from './errorPage';
import { toPhone } from './phone';
import { themeOf, themeStyle } from './theme';

describe('what is sent', () => {
  it('V-006: empty strings become null at any depth', () => {
    expect(emptyToNull({ a: '', b: ['', 'x'], c: { d: '' }, e: 0, f: false })).toEqual({
      a: null,
      b: [null, 'x'],
      c: { d: null },
      e: 0,
      f: false,
    });
  });
  it('what nothing was chosen of is blank in a form, at any depth', () => {
    expect(nullToEmpty({ sex: null, answers: { q0: null, q1: ['a'] }, agreed: false })).toEqual({
      sex: '',
      answers: { q0: '', q1: ['a'] },
      agreed: false,
    });
  });
  it('V-007 V-008: a number input keeps digits, and is null without any', () => {
    expect([numberOrNull('1,234円'), numberOrNull('１２'), numberOrNull(''), numberOrNull('abc')]).toEqual([
      1234,
      12,
      null,
      null,
    ]);
  });
  it('A-024: keeps leading zeros where digits are text', () => {
    expect(toPhone('０９０-1234')).toBe('0901234');
  });
});

// A-021 A-197: what has no page of its own is shown as unknown.
describe('error pages', () => {
  it.each([
    [{ status: 404, code: 'NOT_FOUND' }, '404'],
    [{ status: 403, code: 'FORBIDDEN' }, '403'],
    [{ status: 403, code: 'REGION_BLOCKED' }, 'region-block'],
    [{ status: 403, code: 'PROFILE_FORBIDDEN' }, 'profile-forbidden'],
    [{ status: 504, code: 'UPSTREAM' }, '504'],
    [{ status: 429, code: 'TOO_MANY_REQUESTS' }, 'unknown'],
    [{ status: 418, code: 'TEAPOT' }, 'unknown'],
  ])('%o shows %s', (fault, page) => {
    expect(errorPageOf(fault)).toBe(page);
  });
});

describe('store colours', () => {
  const colors = {
    accent: '#1f5eff',
    secondaryAccent: '#0f766e',
    player: '#abc',
    onAccent: '#ffffff',
    accentText: '#1d4ed8',
    accentTextDark: '#9dbcff',
    accentSubtle: '#eaf1ff',
    onSecondaryAccent: '#ffffff',
  };
  it('F-018 F-019 F-020: become CSS variables', () => {
    const style = themeStyle(colors);
    expect(style).toContain('--accent:#1f5eff');
    expect(style).toContain('--accent-2:#0f766e');
    expect(style).toContain('--player:#abc');
  });
  it('U-40: what the device wishes decides where the store leaves it to that', () => {
    const style = themeStyle(colors);
    const wished = (theme: string) =>
      new RegExp(`@media\\(prefers-color-scheme:${theme}\\)\\{html:root\\[data-theme="auto"\\]\\{([^}]*)\\}\\}`).exec(
        style,
      )?.[1];
    expect(wished('light')).toBe('--accent-text:#1d4ed8;--accent-subtle:#eaf1ff');
    expect(wished('dark')).toBe('--accent-text:#9dbcff'); // its subtle fill is of the site's styles
  });
  it('never write anything but a colour', () => {
    expect(themeStyle({ ...colors, accent: 'red}</style><script>' })).not.toContain('script');
  });
  it('F-012: the theme is a class, dark or light', () => {
    expect(themeOf('dark')).toEqual({ className: 'theme-dark', mode: 'dark' });
    expect(themeOf('auto')).toEqual({ className: 'theme-auto', mode: 'auto' });
    expect(themeOf('Cinema "x"')).toEqual({ className: 'theme-cinemax', mode: 'light' });
  });
});
