import { Member } from './support/member.ts';
import { expect, test } from './support/test.ts';

test('300 pages of 60 members in two languages at once: every page is its member’s own, in their own language', async () => {
  const crowd = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      Member.create({ locale: n % 2 === 0 ? 'ja' : 'en', nickname: `member-${n}-` }),
    ),
  );
  const everyone = crowd.map(({ email }) => email);
  const asked = Array.from({ length: 5 }, () => crowd).flat();
  const answers = await Promise.all(asked.map(({ visitor }) => visitor.get('/mypage')));
  for (const [n, { status, text }] of answers.entries()) {
    const { email, nickname, accountId, visitor } = asked[n] as Member;
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${visitor.locale}"`);
    expect(text).toContain(nickname);
    expect(text).toContain(accountId);
    const seen = everyone.filter((other) => text.includes(other));
    expect(seen, 'addresses on the page').toEqual([email]);
  }
});
