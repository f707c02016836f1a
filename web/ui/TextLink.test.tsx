import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { TextLink } from './TextLink';

it('a link opens a page of the site, a tab of its own, or a document that is no page', () => {
  renderView(
    <>
      <TextLink href="/plans" className="self-start">
        page
      </TextLink>
      <TextLink opens="tab" href="/terms">
        tab
      </TextLink>
      <TextLink opens="document" href="/licenses/a.txt">
        document
      </TextLink>
    </>,
  );
  const links = ['page', 'tab', 'document'].map((name) => screen.getByRole<HTMLAnchorElement>('link', { name }));
  expect(links.map(({ target, rel }) => [target, rel])).toEqual([
    ['', ''],
    ['_blank', 'noopener noreferrer'],
    ['', ''],
  ]);
  const look = 'inline-flex min-h-11 items-center';
  expect(links.map(({ className }) => className)).toEqual([`${look} self-start`, look, look]);
  for (const link of links) {
    link.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(link);
  }
  expect(router.push).not.toHaveBeenCalled();
  fireEvent.click(links[0] as HTMLAnchorElement);
  expect(router.push).toHaveBeenCalledExactlyOnceWith('/plans');
});
