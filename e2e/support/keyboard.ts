import { expect, type Locator, type Page } from '@playwright/test';

/** A person with a keyboard and nothing else; what has the focus must show it. */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Goes on with Tab until the target has the focus. */
  async to(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return this.#shown(target);
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`80 times Tab do not lead to ${target}.`);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.to(target);
    await this.page.keyboard.type(text);
  }

  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** Reads the policies of the sign-up to their ends, and agrees to them. */
  async readPolicies(): Promise<void> {
    for (const text of await this.page.getByRole('main').getByRole('region').all()) {
      await this.to(text);
      await this.page.keyboard.press('End');
      // The browser glides there, and stays where it is when the focus goes on before.
      const left = () => text.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
      await expect.poll(left, 'pixels to the end of the text').toBeLessThan(2);
    }
    await this.press(this.page.getByRole('main').getByRole('checkbox'), 'Space');
  }

  async #shown(target: Locator): Promise<void> {
    const shows = await target.evaluate((element) => {
      const style = getComputedStyle(element);
      return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    });
    expect(shows, `${target} shows that it has the focus`).toBe(true);
  }
}
