import { describe, expect, it } from 'vitest';
import {
  hasAccountMenu,
  hiddenInApp,
  holdsSecret,
  inLanguage,
  isFound,
  isMainPage,
  menusHidden,
  pathOf,
  paths,
  sameOriginPath,
  sectionOf,
} from './paths';

describe('return addresses', () => {
  it.each([
    ['/mypage', '/mypage'],
    ['/plans/1?a=b#c', '/plans/1?a=b#c'],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['/\t/evil.example', null],
    ['https://evil.example', null],
    ['javascript:alert(1)', null],
    ['mypage', null],
    ['', null],
    [undefined, null],
    [['/a'], null],
  ])('%s → %s', (given, wanted) => {
    expect(sameOriginPath(given as string)).toBe(wanted);
  });
});

//
describe('menus', () => {
  it.each([
    ['L-142 app browser', '/mypage', true, true],
    ['L-143 completion', '/signup/complete', false, true],
    ['L-143 completion with query', '/plans/1/complete?x=1', false, true],
    ['L-144 confirm', '/plans/1/confirm/', false, true],
    ['L-145 social relate error', '/social/relate/error', false, true],
    ['others keep them', '/mypage', false, false],
    ['a name that only ends alike', '/plans/incomplete', false, false],
  ])('%s', (_name, address, isApp, hidden) => {
    expect(menusHidden(address, isApp)).toBe(hidden);
  });

  it.each([
    ['L-172', '/mypage/connections', '/mypage', true],
    ['L-172 within it', '/mypage/connections/client/a', '/mypage/connections', false],
    ['L-173', '/mypage/profile/edit', '/mypage', true],
    ['L-174', '/mypage/plans?x=1', '/mypage/payment-history', true],
    ['L-174', '/plans', '/plans/1', true],
    ['one plan', '/plans/1', '/', false],
    ['L-175', '/withdraw', '/mypage', true],
    ['A-195 within it', '/withdraw', '/withdraw/pin-code', false],
    ['a name that only begins alike', '/withdrawal', '/', false],
  ])("%s: the app's browser and a link to %s at %s", (_name, href, address, hidden) => {
    expect(hiddenInApp(href, address)).toBe(hidden);
  });

  it('A-200 L-168: four account pages need no Back link; all but one carry the menu', () => {
    const main = ['/mypage', '/mypage/plans?x=1', '/mypage/payment-method', '/mypage/payment-history'];
    expect(main.every(isMainPage)).toBe(true);
    expect(['/mypage/edit', '/mypage/subscription/1', '/plans'].some(isMainPage)).toBe(false);
    expect([...main, '/mypage/edit', '/withdraw'].every(hasAccountMenu)).toBe(true);
    expect(hasAccountMenu('/mypage/re-consent?returnTo=%2F')).toBe(false);
  });

  it.each([
    ['/mypage', 'home'],
    ['/mypage/', 'home'],
    ['/mypage/plans?x=1', 'contracts'],
    ['/mypage/subscription/1/withdraw', 'contracts'],
    ['/mypage/purchases/ended', 'contracts'],
    ['/mypage/evidence/1', 'contracts'],
    ['/mypage/payment-method/delete/complete', 'payments'],
    ['/mypage/payment-history?after=1', 'payments'],
    ['/mypage/payment-methods', 'settings'],
    ['/mypage/edit', 'settings'],
    ['/withdraw', 'settings'],
  ])('%s is in the part %s', (address, section) => {
    expect(sectionOf(address)).toBe(section);
  });
});

describe('addresses', () => {
  it('keeps path and query when the language changes', () => {
    expect(inLanguage('/plans/1?a=b', 'en')).toBe('/plans/1?a=b&ui_locales=en');
    expect(inLanguage('/?ui_locales=en', 'ja')).toBe('/?ui_locales=ja');
  });

  it('a path has no trailing slash', () => {
    expect([pathOf('/a/'), pathOf('/a/?b=/'), pathOf('/'), pathOf('/a#b')]).toEqual(['/a', '/a', '/', '/a']);
  });

  it('escapes what comes from data', () => {
    expect(paths.plan('a/b?c')).toBe('/plans/a%2Fb%3Fc');
    expect(paths.login('/mypage?a=b')).toBe('/login?returnTo=%2Fmypage%3Fa%3Db');
  });
});

it.each([
  ['/password/reset?token=x', true],
  ['/password/reset/', true],
  ['/email/undo?token=x', true],
  ['/account-change?token=x', true],
  ['/leave?token=x', true],
  ['/newsletter/stop?token=x', true],
  ['/withdraw/stop?token=x', true],
  ['/password/reset/complete', false],
  ['/login', false],
])('%s holds a secret: %s', (address, secret) => {
  expect(holdsSecret(address)).toBe(secret);
});

describe('what search engines may show', () => {
  it.each([
    ['/', true],
    ['/plans', true],
    ['/plans/[planId]', true],
    ['/terms', true],
    ['/plans/[planId]/confirm', false],
    ['/login', false],
    ['/mypage', false],
    ['/password/reset', false],
    ['/404', false],
  ])('%s: %s', (route, found) => {
    expect(isFound(route)).toBe(found);
  });
});
