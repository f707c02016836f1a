import { hydrated } from './support/arrival.ts';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Member, person } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expect, heading, test } from './support/test.ts';
import { say as sayIn } from './support/words.ts';

const confirm = '/zapi/account/edit/confirm';
const save = '/zapi/account/edit';
const field = (name: string) => `registration:fields.${name}`;

walked('edit the details', () => {
  test('X-007 R-079 R-080 R-081 L-079 L-080 L-081 L-082 X-053: the registration info is changed, confirmed and saved', async ({
    page,
    hands,
    lang,
    say,
    become,
  }) => {
    const member = await Member.create({ locale: lang });
    await become(member);
    await page.goto('/mypage');
    await hands.ready();
    await hands.follow(say('mypage:menu.edit'));
    await hands.arrived('registration:edit.title');
    await expect(page.getByLabel(say(field('familyName')), { exact: true })).toHaveValue(person.familyName);
    await expectAccessible(page);

    await hands.fill(say(field('phoneNumber')), '12');
    await hands.press('registration:edit.submit');
    await expect(page.getByText(say('registration:form.summary', { count: 1 }))).toBeVisible();
    await hands.fill(say(field('familyName')), '灯台');
    await hands.fill(say(field('phoneNumber')), '０９０-1234-5678');
    await hands.press('registration:edit.submit');
    await hands.arrived('registration:review.title');
    await expect(page).toHaveURL('/mypage/edit/confirm');
    await expectAccessible(page);
    const family = page.getByRole('definition').filter({ hasText: '灯台' });
    await expect(family).toContainText(say('registration:review.changed'));
    await expect(family).toContainText(person.familyName);
    await expect(page.getByText(say('registration:review.changed'), { exact: true })).toHaveCount(2);

    await hands.follow(say('registration:review.fix'));
    await hands.arrived('registration:edit.title');
    await expect(page.getByLabel(say(field('familyName')), { exact: true })).toHaveValue('灯台');
    await hands.fill(say(field('nickname')), 'みさき');
    await hands.press('registration:edit.submit');
    await hands.arrived('registration:review.title');
    await hands.press('registration:review.submit');
    await hands.arrived('registration:edited.title');
    await expect(page).toHaveURL('/mypage/edit/complete');
    await expectAccessible(page);
    await hands.follow(say('registration:toMypage'));
    await hands.arrived('mypage:title');
    await page.goto('/mypage/edit');
    await expect(page.getByLabel(say(field('familyName')), { exact: true })).toHaveValue('灯台');
    await expect(page.getByLabel(say(field('phoneNumber')), { exact: true })).toHaveValue('09012345678');
    await expect(page.getByLabel(say(field('nickname')), { exact: true })).toHaveValue('みさき');
  });
});

test('C-079 C-080: what was changed in another browser is told, and not overwritten', async ({ page, say, become }) => {
  const member = await Member.create();
  await become(member);
  const other = await member.elsewhere();
  const change = async (nickname: string) => {
    await other.must('POST', confirm, { inputtedData: { formData: { ...person, nickname } } });
    await other.must('POST', save, {});
  };
  const nickname = page.getByLabel(say(field('nickname')), { exact: true });
  const submit = () => page.getByRole('button', { name: say('registration:edit.submit'), exact: true }).click();

  await page.goto('/mypage/edit');
  await hydrated(page);
  await page.getByLabel(say(field('givenName')), { exact: true }).fill('次郎');
  await change('よそ');
  await submit();
  await expect(page.locator('main').getByRole('alert')).toContainText('別の画面で変更されました');
  await expect(nickname).toHaveValue('よそ');
  await expect(page.getByLabel(say(field('givenName')), { exact: true })).toHaveValue('次郎');
  await submit();
  await expect(heading(page, say('registration:review.title'))).toBeVisible();
  await change('また');
  await page.getByRole('button', { name: say('registration:review.submit'), exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('別の画面で変更されました');
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByText(say('registration:edit.overtaken'))).toBeVisible();
  await expect(nickname).toHaveValue('また');
  await submit();
  await page.getByRole('button', { name: say('registration:review.submit'), exact: true }).click();
  await expect(heading(page, say('registration:edited.title'))).toBeVisible();
  await page.goto('/mypage/edit');
  await expect(nickname).toHaveValue('また');
  await expect(page.getByLabel(say(field('givenName')), { exact: true })).toHaveValue('次郎');
});

test('R-080: the confirm page opened directly leads back to the form', async ({ page, say, become }) => {
  await become(await Member.create());
  await page.goto('/mypage/edit/confirm');
  await expect(page).toHaveURL('/mypage/edit');
  await expect(heading(page, say('registration:edit.title'))).toBeVisible();
});

for (const lang of ['ja', 'en'] as const) {
  test.describe(`${lang}, without JavaScript`, () => {
    test.use({ javaScriptEnabled: false, locale: { ja: 'ja-JP', en: 'en-US' }[lang] });
    test('the registration info can be read at 320 px', async ({ page, become }) => {
      const member = await Member.create({ locale: lang });
      await become(member);
      await page.goto('/mypage/edit');
      await expect(page.getByLabel(sayIn(lang, field('familyName')), { exact: true })).toHaveValue(person.familyName);
      await member.visitor.must('POST', confirm, { inputtedData: { formData: { ...person, nickname: 'みさき' } } });
      await page.goto('/mypage/edit/confirm');
      await expect(page.getByText('みさき')).toBeVisible();
    });
  });
  test(`${lang}: the pages of the registration info fit 320 px`, async ({ page, become }) => {
    const member = await Member.create({ locale: lang });
    await member.visitor.must('POST', confirm, { inputtedData: { formData: { ...person, nickname: 'みさき' } } });
    await become(member);
    for (const path of ['/mypage/edit', '/mypage/edit/confirm', '/mypage/edit/complete']) {
      await page.goto(path);
      await expectFits320(page);
    }
  });
}
