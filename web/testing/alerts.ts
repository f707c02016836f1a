import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

// Regions are on the page before they have anything to say, so a test asks for one that does.

export const queryAlert = (): HTMLElement | null =>
  screen.queryAllByRole('alert').find(({ textContent }) => textContent !== '') ?? null;

export function getAlert(): HTMLElement {
  const alert = queryAlert();
  expect(alert, 'a region that says something').not.toBeNull();
  return alert as HTMLElement;
}

export const findAlert = (): Promise<HTMLElement> => waitFor(getAlert);
