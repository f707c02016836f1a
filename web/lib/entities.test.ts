import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, print, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { idFields, keyOf } from './entities';

const folder = join(process.cwd(), '..', 'schema');
const documents = Object.values(
  JSON.parse(readFileSync(join(folder, 'documents.json'), 'utf8')) as Record<string, { kind: string; text: string }>,
);

describe('the cache’s keys', () => {
  it('are a type and its id', () => {
    expect(keyOf({ sessionId: 's1', ip: '203.0.113.7' })).toBe('Session:s1');
    expect(keyOf({ subscriptionId: '7', accountPaymentMethod: { accountPaymentMethodId: '8' } })).toBe(
      'Subscription:7',
    );
    expect(keyOf({ accountPaymentMethodId: null })).toBeUndefined();
    expect(keyOf({ redirectTo: null, subscriptionId: '7' })).toBeUndefined();
  });

  it.each(Object.entries(idFields))(
    'only %s has %s, but for screens, payloads and the frame of a page',
    (type, field) => {
      const frame = ['Root', 'AccountHeader'];
      const having: string[] = [];
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.graphqls'))) {
        for (const node of parse(readFileSync(join(folder, file), 'utf8')).definitions) {
          if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
          const names = node.fields?.map(({ name }) => name.value) ?? [];
          if (names.includes(field) && !names.includes('redirectTo')) having.push(node.name.value);
        }
      }
      expect(having.filter((name) => !frame.includes(name))).toEqual([type]);
    },
  );
});

/** What the documents of one kind select beneath the fields of this name: each selection's fields and fragments. */
function selected(kind: string, name: string): string[][] {
  const found: string[][] = [];
  for (const { text } of documents.filter((entry) => entry.kind === kind)) {
    visit(parse(text), {
      Field(field) {
        if ((field.alias ?? field.name).value === name && field.selectionSet)
          found.push(field.selectionSet.selections.map(print));
      },
    });
  }
  return found;
}

describe('what an action tells to have changed', () => {
  it.each(['account', 'sessions', 'trustedDevices', 'externalAccounts'])(
    '%s has all that a page shows of it',
    (name) => {
      const told = selected('mutation', name);
      expect(told).not.toHaveLength(0);
      for (const fields of told) {
        const shown = selected('query', name).filter((shape) => shape.every((field) => fields.includes(field)));
        expect(shown, fields.join(' ')).not.toHaveLength(0);
      }
    },
  );
});
