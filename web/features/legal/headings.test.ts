import { expect, it } from 'vitest';
import { headingsFrom } from './headings';

it.each([
  ['<h3>a</h3><p>h3</p><h4 id="x">b</h4>', '<h2>a</h2><p>h3</p><h3 id="x">b</h3>'],
  ['<h1>a</h1><h6>b</h6><header>c</header><hr>', '<h2>a</h2><h6>b</h6><header>c</header><hr>'],
  ['<p>none</p>', '<p>none</p>'],
])('the highest headings of %s become those of level 2', (html, want) => {
  expect(headingsFrom(2, html)).toBe(want);
});
