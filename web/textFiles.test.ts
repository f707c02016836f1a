// @vitest-environment node
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { textsFor } from '@/lib/server/texts';
import { ja, type Namespace } from '@/messages/registry';
import { texts } from '@/messages/whole';
import { textsVersion, writeTextFiles } from './textFiles';

const folder = mkdtempSync(join(tmpdir(), 'texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('there is a file for each address that a page can name', () => {
  writeTextFiles(folder);
  vi.stubEnv('TEXTS_VERSION', textsVersion);
  for (const locale of ['ja', 'en'] as const) {
    const { textFiles } = textsFor({}, locale, Object.keys(ja) as Namespace[]);
    expect(Object.keys(textFiles)).toEqual(Object.keys(ja));
    for (const [name, address] of Object.entries(textFiles)) {
      const file = address.replace('/_next/static/', '');
      expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toEqual(texts[locale][name as Namespace]);
    }
  }
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())).toHaveLength(
    2 * Object.keys(ja).length,
  );
  vi.unstubAllEnvs();
});
