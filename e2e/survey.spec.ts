import type { Locator } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Keyboard } from './support/keyboard.ts';
import { walked } from './support/pairs.ts';
import { expect, test } from './support/test.ts';

walked('answer a survey', ({ by }) => {
  test('X-053 F-057 V-018 V-042: a plan asks questions of all seven kinds; the answers go along, and are there on the way back', async ({
    page,
    hands,
    signedIn,
  }) => {
    const keys = by === 'keyboard' ? new Keyboard(page) : null;
    const answer = (n: number, value?: string) =>
      page.locator(`[name="answers.q${n}"]${value ? `[value="${value}"]` : ''}`);
    /** Fills the parts of a date or a time in, one after the other. */
    const fill = async (field: Locator, text: string) => {
      if (!keys) return field.fill(text);
      await keys.to(field);
      for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    };
    const member = await signedIn();
    await member.registerCard();
    await page.goto('/plans/supporter');
    await hands.arrived('purchase:form.title');
    await hands.press('purchase:form.toConfirm');
    await expect(answer(0), 'a text that is wanted').toHaveAttribute('aria-invalid', 'true');
    await expect(answer(1, 'classic'), 'a box that is wanted').toHaveAttribute('aria-invalid', 'true');
    await expect(answer(6), 'a text that is not').not.toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await expectFits320(page);

    await hands.type(answer(0), '灯台');
    await hands.choose(answer(1, 'classic'));
    await hands.choose(answer(1, 'silent'));
    await hands.choose(answer(2, 'weekly'));
    if (keys) {
      await keys.to(answer(3));
      await page.keyboard.press('ArrowDown');
    } else await answer(3).selectOption('weekday');
    await fill(answer(4), '2024-02-29');
    await fill(answer(5), '19:30');
    await hands.type(answer(6), 'また来ます。');
    const [date, time] = [await answer(4).inputValue(), await answer(5).inputValue()];
    expect([date, time], 'a date and a time').toEqual([
      expect.stringMatching(/^\d{4}-/),
      expect.stringMatching(/^\d\d:/),
    ]);
    await hands.press('purchase:form.toConfirm');
    await hands.arrived('purchase:confirm.title');

    await page.goto('/plans/supporter');
    await hands.arrived('purchase:form.title');
    await expect(answer(0)).toHaveValue('灯台');
    await expect(answer(1, 'classic')).toBeChecked();
    await expect(answer(1, 'world')).not.toBeChecked();
    await expect(answer(1, 'silent')).toBeChecked();
    await expect(answer(2, 'weekly')).toBeChecked();
    await expect(answer(3)).toHaveValue('weekday');
    await expect(answer(4)).toHaveValue(date);
    await expect(answer(5)).toHaveValue(time);
    await expect(answer(6)).toHaveValue('また来ます。');
  });
});
