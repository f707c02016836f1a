import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/testing/render';
import { orNotice } from './PartMissing';

it.each([
  ['ja', /ページの一部を読み込めませんでした/, '再読み込みする'],
  ['en', /could not be loaded/, 'Reload the page'],
] as const)(
  'U-20 in %s: a part whose scripts do not come says so, and may be asked for anew',
  async (locale, words, button) => {
    const Part = await orNotice<object>(Promise.reject(new Error('Loading chunk 7 failed')));
    renderView(<Part />, { locale });
    expect(screen.getByRole('alert').textContent).toMatch(words);
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
  },
);

function Whole() {
  return <p>all of it</p>;
}

it('a part that comes is that part', async () => {
  expect(await orNotice(Promise.resolve(Whole))).toBe(Whole);
});
