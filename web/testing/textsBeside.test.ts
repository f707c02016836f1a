// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsBeside } from './textsBeside';

const web = join(import.meta.dirname, '..');

const views = ['ui', 'layouts', 'features', 'pages'].flatMap((folder) =>
  readdirSync(join(web, folder), { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((entry) => relative(web, join(entry.parentPath, entry.name))),
);

const inPage = (children: string) => textsBeside('page.tsx', `const page = <p>${children}</p>;`);

describe('F-01: pages survive a translation by the browser', () => {
  it('no text stands beside something that comes and goes: put it into an element of its own', () => {
    expect(views.flatMap((file) => textsBeside(file, readFileSync(join(web, file), 'utf8')))).toEqual([]);
  });

  it.each([
    '{read && <Check />}{t("read")}',
    '{read && <Check />} done',
    '{pending ? <Spinner /> : null}{label}',
    '<b />{read && t("read")}',
    '{read ? <b /> : "no"}<i />',
    '{list.map((each) => <li>{each}</li>)}{label}',
    '{read ? <b /> : null}{many ? "a" : "b"}',
  ])('finds %s', (children) => expect(inPage(children)).toEqual(['page.tsx:1']));

  it.each([
    '{read && <Check />}<span>{t("read")}</span>',
    '{read ? t("read") : t("unread")}',
    '{t("a")} <b>{count}</b> b',
    '{read && <Check />}',
    '<b />{read && <i />}{list.map((each) => <li>{each}</li>)}',
    '{read && <Check />}{children}',
    '{read && <Check />}{field("name")}',
    '{/* a remark */}{label}',
  ])('leaves %s alone', (children) => expect(inPage(children)).toEqual([]));
});
