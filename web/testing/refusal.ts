import { screen } from '@testing-library/react';

// What a refused form shows: words under each wrong field and, with more than two fields, a list of
// them above all.

/** The words of an error under its field. */
export const fieldError = (words: string | RegExp): Promise<HTMLElement> =>
  screen.findByText(words, { selector: 'p > span' });

/** The list above the form. */
export const errorSummary = (): HTMLElement =>
  screen.getByRole('group', { name: /か所をご確認ください。|Places to check:/ });

/** The links of the list, by their words. */
export const listed = (): (string | null)[] =>
  [...errorSummary().querySelectorAll('a')].map(({ textContent }) => textContent);
