import { Keyboard } from './support/keyboard.ts';
import { cards, freshEmail, password, paymentMethodsIn } from './support/member.ts';
import { mailedCode, settled } from './support/sandbox.ts';
import { typed } from './support/signup.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { codeLabel, codeName } from './support/words.ts';

test('X-053 S-031 S-052: Tab, Enter and Space alone lead through sign-up and purchase', async ({ page, lang, say }) => {
  const keyboard = new Keyboard(page);
  const email = freshEmail('keyboard');
  const code = codeName[lang];
  const words = (key: string) => say(key, { code });
  const field = (key: string) => page.getByLabel(words(key), { exact: true });
  const button = (key: string) => page.getByRole('button', { name: words(key), exact: true });
  const arrived = async (key: string) => {
    await expect(heading(page, words(key))).toBeVisible();
    await hydrated(page);
  };

  await page.goto('/signup');
  await arrived('signup:policy.title');
  await expect(button('signup:policy.agree')).toBeDisabled();
  await keyboard.readPolicies();
  await expect(button('signup:policy.agree')).toBeEnabled();
  await keyboard.press(button('signup:policy.agree'));

  await arrived('signup:email.title');
  await keyboard.type(field('signup:email.email'), email);
  await keyboard.type(field('signup:email.emailConfirm'), email);
  await keyboard.press(button('signup:email.send'));

  await arrived('signup:pinCode.title');
  await keyboard.type(page.getByLabel(codeLabel[lang], { exact: true }), await mailedCode(email));

  await arrived('signup:form.title');
  await keyboard.type(field('signup:fields.password'), password);
  await keyboard.type(field('signup:fields.passwordConfirm'), password);
  await keyboard.type(field('registration:fields.familyName'), typed.familyName);
  await keyboard.type(field('registration:fields.givenName'), typed.givenName);
  await keyboard.type(field('registration:fields.birthday'), '19920229');
  await keyboard.press(button('signup:form.submit'));

  await arrived('signup:confirm.title');
  await expect(page.getByRole('main')).toContainText(typed.birthday);
  await keyboard.press(button('signup:confirm.register'));

  await arrived('signup:complete.title');
  await keyboard.press(page.getByRole('link', { name: words('signup:complete.toPlans'), exact: true }));
  await arrived('plans:signup.title');
  await keyboard.press(page.getByRole('link', { name: ': 見放題スタンダード' }));

  await arrived('purchase:form.title');
  const card = (purpose: string) => page.locator(`[autocomplete="cc-${purpose}"]`);
  await keyboard.type(card('number'), cards.good);
  await keyboard.type(card('exp'), `12${String(new Date().getFullYear() + 5).slice(-2)}`);
  await keyboard.type(card('csc'), '123');
  await keyboard.type(card('name'), 'HANAKO TODAI');
  await keyboard.press(button('purchase:form.registerCard'));

  await arrived('purchase:confirm.title');
  await keyboard.press(page.getByRole('button', { name: /1,100/ }), 'Space');
  await arrived('purchase:complete.title');
  expect(await settled(await paymentMethodsIn(page))).toEqual([1100]);
});

test('a decision begins at its safe answer, and the focus is not lost with what was decided', async ({
  page,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  await member.elsewhere();
  await page.goto('/mypage/sessions');
  await hydrated(page);
  const end = page.getByRole('button', { name: say('security:sessions.end'), exact: true });
  const cancel = page.getByRole('dialog').getByRole('button', { name: say('common:cancel'), exact: true });
  await end.press('Enter');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(end).toBeFocused();
  await end.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('security:sessions.end'), exact: true })
    .press('Enter');
  await expect(end).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
});
