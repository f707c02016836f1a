import { site } from './harness/addresses.ts';
import { hydrated } from './support/arrival.ts';
import { expectAccessible } from './support/axe.ts';
import { Member, person } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expect, heading, test } from './support/test.ts';

const confirm = '/zapi/account/edit/confirm';
const save = '/zapi/account/edit';
const field = (name: string) => `registration:fields.${name}`;

walked('edit the details', () => {
  test('X-007 R-079 R-080 R-081 L-079 L-080 L-081 L-082 X-053: the registration info is changed, confirmed and saved', async ({
    page,
    hands,
    say,
    signedIn,
  }) => {
    await signedIn();
    await page.goto('/mypage');
    await hands.ready();
    await hands.follow(say('mypage:menu.edit'));
    await hands.arrived('registration:edit.title');
    await expect(page.getByLabel(say(field('familyName')), { exact: true })).toHaveValue(person.familyName);

    await hands.fill(say(field('phoneNumber')), '12');
    await hands.press('registration:edit.submit');
    const wrong = page.getByRole('group', { name: say('common:errors.summary', { number: 1 }) });
    await expect(wrong).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${say('common:errors.inTitle')}`));
    await expectAccessible(page);
    await hands.follow(say('validation:phoneNumber.INVALID_FORMAT'));
    await expect(page.getByLabel(say(field('phoneNumber')), { exact: true })).toBeFocused();
    await hands.fill(say(field('familyName')), '灯台');
    await hands.fill(say(field('phoneNumber')), '０９０-1234-5678');
    await hands.press('registration:edit.submit');
    await hands.arrived('registration:review.title');
    await expect(page).not.toHaveTitle(new RegExp(`^${say('common:errors.inTitle')}`));
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
    await hands.follow(say('registration:toMypage'));
    await hands.arrived('mypage:title');
    await page.goto('/mypage/edit');
    await expect(page.getByLabel(say(field('familyName')), { exact: true })).toHaveValue('灯台');
    await expect(page.getByLabel(say(field('phoneNumber')), { exact: true })).toHaveValue('09012345678');
    await expect(page.getByLabel(say(field('nickname')), { exact: true })).toHaveValue('みさき');
  });
});

test('C-079 C-080: what was changed in another browser is told, and not overwritten', async ({
  page,
  say,
  signedIn,
}) => {
  const member = await signedIn();
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

test('R-080: the confirm page opened directly leads back to the form', async () => {
  const { visitor } = await Member.create();
  expect(await visitor.follow('/mypage/edit/confirm')).toBe(`${site}/mypage/edit`);
});

for (const lang of ['ja', 'en'] as const) {
  test(`${lang}: the registration info can be read without JavaScript`, async () => {
    const { visitor } = await Member.create({ locale: lang });
    expect((await visitor.get('/mypage/edit')).text).toContain(`value="${person.familyName}"`);
    await visitor.must('POST', confirm, { inputtedData: { formData: { ...person, nickname: 'みさき' } } });
    expect((await visitor.get('/mypage/edit/confirm')).text).toContain('>みさき<');
  });
}
