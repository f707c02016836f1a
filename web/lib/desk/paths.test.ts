import { describe, expect, it } from 'vitest';
import { backAtDesk } from './paths';

describe('the way back at the desk', () => {
  it.each(['/staff', '/staff?a=b', '/staff/members/1#reveal', '/staff/proposals?after=x'])('leads to %s', (path) =>
    expect(backAtDesk(path)).toBe(path),
  );

  it.each([
    null,
    '',
    '/',
    '/mypage',
    '/staffing',
    '//evil.example/staff',
    'https://evil.example/staff',
    '/staff/../login',
    '/\\evil',
  ])('leads to the first page in place of %s', (path) => expect(backAtDesk(path)).toBe('/staff'));
});
