import { expect, type Locator, type Page } from '@playwright/test';
import { heading, hydrated } from './arrival.ts';
import { Keyboard } from './keyboard.ts';
import type { Words } from './words.ts';

/**
 * What a person does on a page, by its words: with a pointer, or with Tab, Enter and Space
 * alone.
 */
export class Hands {
  readonly #keyboard: Keyboard | null;

  constructor(
    readonly page: Page,
    by: 'pointer' | 'keyboard',
    private readonly say: (key: string, values?: Words) => string,
  ) {
    this.#keyboard = by === 'keyboard' ? new Keyboard(page) : null;
  }

  /** Waits for the page with this heading; a keyboard, until it answers. */
  async arrived(key: string, values?: Words): Promise<void> {
    await expect(heading(this.page, this.say(key, values))).toBeVisible();
    await this.ready();
  }

  /**
   * Waits until the page in sight answers to a keyboard. What a pointer presses earlier is
   * not lost.
   */
  async ready(): Promise<void> {
    if (this.#keyboard) await hydrated(this.page);
  }

  /** Writes into the field with this label, in place of what is there. */
  fill(label: string, text: string): Promise<void> {
    return this.type(this.page.getByLabel(label, { exact: true }), text);
  }

  async type(field: Locator, text: string): Promise<void> {
    if (!this.#keyboard) return field.fill(text);
    await this.#keyboard.to(field);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** Writes a code, which sends itself as soon as it is whole and the page answers. */
  async code(field: Locator, code: string): Promise<void> {
    await hydrated(this.page);
    await this.type(field, code);
  }

  /** Presses the button with these words. */
  press(key: string, values?: Words): Promise<void> {
    return this.on(this.page.getByRole('button', { name: this.say(key, values), exact: true }));
  }

  /** Presses the button of the open dialog that decides it. */
  decide(key: string): Promise<void> {
    return this.on(this.page.getByRole('dialog').getByRole('button', { name: this.say(key), exact: true }));
  }

  /** Follows the first link with this name. */
  follow(name: string): Promise<void> {
    return this.on(this.page.getByRole('link', { name, exact: true }).first());
  }

  async on(target: Locator): Promise<void> {
    await (this.#keyboard ? this.#keyboard.press(target) : target.click());
  }

  tick(name: string): Promise<void> {
    return this.choose(this.page.getByRole('checkbox', { name }));
  }

  /** Chooses a checkbox or a radio button. */
  async choose(target: Locator): Promise<void> {
    await (this.#keyboard ? this.#keyboard.press(target, 'Space') : target.check());
  }

  /** Presses a switch, which changes when the server has answered. */
  async flip(target: Locator): Promise<void> {
    await (this.#keyboard ? this.#keyboard.press(target, 'Space') : target.click());
  }

  /** Takes the choice of a checkbox back. */
  async unchoose(target: Locator): Promise<void> {
    await (this.#keyboard ? this.#keyboard.press(target, 'Space') : target.uncheck());
  }

  /** Reads the policies of the sign-up to their ends, and agrees to them. */
  async readPolicies(): Promise<void> {
    if (this.#keyboard) return this.#keyboard.readPolicies();
    for (const text of await this.page.locator('main [role=region][tabindex="0"]').all())
      await text.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    for (const box of await this.page.locator('main').getByRole('checkbox').all()) await box.check();
  }
}
