// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { lateRegions } from './liveRegions';
import { views } from './views';

const inPage = (children: string) => lateRegions('page.tsx', `const page = <p>${children}</p>;`);

describe('regions are on the page before they speak', () => {
  it('every one is a LiveRegion that comes under no condition', () => {
    const others = views.filter(({ file }) => file !== 'ui/LiveRegion.tsx');
    expect(others.flatMap(({ file, source }) => lateRegions(file, source))).toEqual([]);
  });

  it.each([
    '<p role="alert">{words}</p>',
    '<p role="status" />',
    '<p aria-live="polite" />',
    '<output>{words}</output>',
    '{failed && <Alert>{words}</Alert>}',
    '{failed ? <b /> : (<ActionNotice action={action} />)}',
    '{failed || <LiveRegion />}',
  ])('finds %s', (children) => expect(inPage(children)).toEqual(['page.tsx:1']));

  it.each([
    '<Alert>{failed && words}</Alert>',
    '<LiveRegion role="alert">{failed && <Notice />}</LiveRegion>',
    '<p role="group" />',
    '{failed && <Notice />}',
  ])('leaves %s alone', (children) => expect(inPage(children)).toEqual([]));
});
