// @vitest-environment node
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ja, type Namespace } from '@/messages/registry';
import { texts } from '@/messages/whole';
import { textPaths, writeTextFiles } from './textFiles';

const folder = mkdtempSync(join(tmpdir(), 'texts-'));
const names = Object.keys(ja) as Namespace[];
let textsFor: typeof import('@/lib/server/texts').textsFor;

beforeAll(async () => {
  writeTextFiles(folder);
  vi.resetModules();
  vi.stubEnv('TEXT_PATHS', textPaths);
  ({ textsFor } = await import('@/lib/server/texts'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('there is a file for each address that a page can name, and no other', () => {
  for (const locale of ['ja', 'en'] as const) {
    const { texts: inPage, textFiles } = textsFor({ url: '/login' }, locale, names);
    expect([inPage, Object.keys(textFiles)]).toEqual([{}, names]);
    for (const [name, address] of Object.entries(textFiles)) {
      const content = readFileSync(join(folder, address.replace('/_next/static/', '')), 'utf8');
      expect(JSON.parse(content)).toEqual(texts[locale][name as Namespace]);
    }
  }
  const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(written).toHaveLength(2 * names.length);
});

it('what Next asks for to turn to a page has its texts in it', () => {
  const { texts: inPage, textFiles } = textsFor({ url: '/_next/data/b1/login.json' }, 'en', ['login']);
  expect([Object.keys(inPage), textFiles]).toEqual([['common', 'login'], {}]);
});
