import { expect, it } from 'vitest';
import { pageBeforeNext } from './bootstrap';

it('names the page before Next in what Turbopack is to run', () => {
  const bootstrap = (ids: string) =>
    `(globalThis["TURBOPACK"]||[]).push({"otherChunks":["a.js"],"runtimeModuleIds":[${ids}]});`;
  expect(pageBeforeNext(bootstrap('1,2') + bootstrap('1,3'))).toBe(bootstrap('2,1') + bootstrap('3,1'));
  expect(pageBeforeNext(bootstrap('1'))).toBe(bootstrap('1'));
});
