import { Hands } from './support/hands.ts';
import { freshSubject, signInAtProvider } from './support/identity.ts';
import { freshEmail } from './support/member.ts';
import { beginSigningUp, endSigningUp } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

const standard = { ja: '見放題スタンダード', en: 'Unlimited Standard' };

test('P-02 R-063: a visitor reads a plan, signs up for it, goes on in another tab, and comes out at its form', async ({
  page,
  context,
  lang,
  say,
}) => {
  const plan = standard[lang];
  await page.goto('/plans/standard?utm_source=mail');
  await expect(heading(page, plan)).toBeVisible();
  await expect(page.getByRole('region', { name: say('purchase:offer.conditions') })).toContainText('1,100');
  await page.getByRole('complementary', { name: plan }).getByRole('link').first().click();
  await expect(page).toHaveURL('/signup/policy?returnTo=%2Fplans%2Fstandard');

  const wanted = say('common:wantedPlan.signup', { plan });
  const shown = () => expect(page.getByText(wanted)).toBeVisible();
  await beginSigningUp(page, lang, freshEmail('plan'), shown);
  await shown();
  const other = await context.newPage();
  await page.close();
  await other.goto('/signup/form');
  await endSigningUp(other, lang, () => expect(other.getByText(wanted)).toBeVisible());
  await expect(other.getByText(say('signup:complete.wanted', { plan }))).toBeVisible();
  await other.getByRole('link', { name: say('signup:complete.toWanted'), exact: true }).click();
  await expect(heading(other, say('purchase:form.title'))).toBeVisible();
  await expect(other).toHaveURL('/plans/standard');
  await other.goto('/signup?returnTo=%2Fplans%2Flight'); // another plan, wanted before
  await expect(other).toHaveURL('/plans/light');
  await expect(heading(other, say('purchase:form.title'))).toBeVisible();
});

test('P-02: two tabs for two plans; a login with an external account in one leads both to their forms', async ({
  page,
  context,
  by,
  hands,
  lang,
  say,
  signedIn,
}) => {
  const who = { subject: freshSubject() };
  await signedIn();
  await page.goto('/mypage');
  await hands.arrived('mypage:title');
  await hands.follow(say('social:block.linkTo', { name: 'LINE' }));
  await signInAtProvider(hands, who);
  await hands.arrived('social:enabled.title');
  await context.clearCookies();

  await page.goto('/plans/light');
  await page.getByRole('complementary').getByRole('link').first().click();
  await hands.arrived('signup:policy.title');

  const tab = new Hands(await context.newPage(), by, say);
  await tab.page.goto('/plans/standard');
  await expect(heading(tab.page, standard[lang])).toBeVisible();
  await tab.follow(say('purchase:offer.login'));
  await tab.arrived('login:title');
  await expect(tab.page.getByText(say('common:wantedPlan.login', { plan: standard[lang] }))).toBeVisible();
  await tab.follow(say('social:buttons.login.label', { name: 'LINE' }));
  await signInAtProvider(tab, who);
  await tab.arrived('purchase:form.title');
  await expect(tab.page).toHaveURL('/plans/standard');

  await page.reload();
  await hands.arrived('purchase:form.title');
  await expect(page).toHaveURL('/plans/light');
});
