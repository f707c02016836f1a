// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { textsBeside } from './textsBeside';
import { views } from './views';

const inPage = (children: string) => textsBeside('page.tsx', `const page = <p>${children}</p>;`);

describe('F-01: pages survive a translation by the browser', () => {
  it('no text is beside something that comes and goes: put it into an element of its own', () => {
    expect(views.flatMap(({ file, source }) => textsBeside(file, source))).toEqual([]);
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
