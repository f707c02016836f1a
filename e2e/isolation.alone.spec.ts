import { Member } from './support/member.ts';
import { expect, test } from './support/test.ts';
import type { Answer } from './support/visitor.ts';

test('60 members in two languages at once, five times: every page is its member’s own, in their own language', async () => {
  const crowd: Member[] = [];
  for (let made = 0; made < 60; made += 20) {
    const some = Array.from({ length: 20 }, (_, n) =>
      Member.create({ locale: n % 2 === 0 ? 'ja' : 'en', nickname: `member-${made + n}-` }),
    );
    crowd.push(...(await Promise.all(some)));
  }
  const everyone = crowd.map(({ email }) => email);
  const answers: { member: Member; answer: Answer }[] = [];
  for (let round = 0; round < 5; round++) {
    const asked = crowd.map(async (member) => ({ member, answer: await member.visitor.get('/mypage') }));
    answers.push(...(await Promise.all(asked)));
  }
  for (const { member, answer } of answers) {
    const { email, nickname, accountId, visitor } = member;
    const { status, text } = answer;
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${visitor.locale}"`);
    expect(text).toContain(nickname);
    expect(text).toContain(accountId);
    const seen = everyone.filter((other) => text.includes(other));
    expect(seen, 'addresses on the page').toEqual([email]);
  }
});
