import { Member } from './support/member.ts';
import { expect, test } from './support/test.ts';

const members = 300;

test('300 members in two languages at once: every page is its own, in its own language', async () => {
  test.setTimeout(240_000);
  const crowd: Member[] = [];
  for (let made = 0; made < members; made += 30) {
    const some = Array.from({ length: 30 }, (_, n) =>
      Member.create({ locale: n % 2 === 0 ? 'ja' : 'en', nickname: `member-${made + n}-` }),
    );
    crowd.push(...(await Promise.all(some)));
  }
  const everyone = crowd.map(({ email }) => email);
  const answers = await Promise.all(crowd.map(({ visitor }) => visitor.get('/mypage')));
  for (const [n, { status, text }] of answers.entries()) {
    const { email, nickname, accountId, visitor } = crowd[n] as Member;
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${visitor.locale}"`);
    expect(text).toContain(nickname);
    expect(text).toContain(accountId);
    const seen = everyone.filter((other) => text.includes(other));
    expect(seen, 'addresses on the page').toEqual([email]);
  }
});
