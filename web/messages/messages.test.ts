import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embed, sharedInstance } from '@/lib/server/texts';
import { en, ja, type Namespace } from './registry';
import { withFallback } from './whole';

type Tree = { [key: string]: string | Tree };

function keys(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keys(value, `${prefix}${key}.`),
  );
}

function texts(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : texts(value)));
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

function at(tree: Tree, key: string): string {
  return key.split('.').reduce<string | Tree>((node, part) => (node as Tree)[part] ?? '', tree) as string;
}

// A-164 A-204
describe.each(Object.keys(ja) as Namespace[])('texts of %s (X-065 X-066)', (name) => {
  it('has the same keys in both languages', () => {
    expect(keys(en[name] as Tree).sort()).toEqual(keys(ja[name] as Tree).sort());
  });

  it('has no empty text, and the same placeholders in both languages', () => {
    expect([...texts(ja[name] as Tree), ...texts(en[name] as Tree)]).not.toContain('');
    for (const key of keys(ja[name] as Tree)) {
      expect(placeholders(at(en[name] as Tree, key)), key).toEqual(placeholders(at(ja[name] as Tree, key)));
    }
  });
});

describe('language', () => {
  it('registers every ja.json and en.json of a feature', () => {
    const features = join(import.meta.dirname, '..', 'features');
    const registry = readFileSync(join(import.meta.dirname, 'registry.ts'), 'utf8');
    const folders = readdirSync(features, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name: feature } of folders) {
      const files = readdirSync(join(features, feature)).filter((name) => /^(ja|en)\.json$/.test(name));
      for (const file of files) expect(registry).toContain(`../features/${feature}/${file}`);
    }
  });

  it('X-068: a missing translation falls back to Japanese, never to a key', () => {
    expect(withFallback({ a: 'A', deep: {} }, { a: 'あ', b: 'い', deep: { c: 'う' } })).toEqual({
      a: 'A',
      b: 'い',
      deep: { c: 'う' },
    });
    expect(withFallback({ a: '' }, { a: 'あ' })).toEqual({ a: 'あ' });
  });

  it('a page embeds its namespaces in its own language only', () => {
    const embedded = embed('en', ['home']);
    expect(Object.keys(embedded)).toEqual(['common', 'home']);
    expect(embedded.common).toMatchObject({ required: 'Required' });
  });

  it('keeps one instance a language', () => {
    expect(sharedInstance('ja')).toBe(sharedInstance('ja'));
    expect(sharedInstance('en').language).toBe('en');
    expect(sharedInstance('ja').t('common:required')).toBe('必須');
  });
});
