/** What a page says of a field: the id of its words, and these. */
export type Told = { id: string; words: string };

/** The messages under the fields of a form, from the top to the bottom. */
export function toldIn(form: HTMLFormElement): Told[] {
  return [...form.querySelectorAll('[id$="-error"]')].map(({ id, textContent }) => ({ id, words: textContent ?? '' }));
}

/** What an error describes: a control, or the group around several. */
export function describedBy(form: HTMLFormElement | null, id: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`[aria-describedby~="${id}"]`) ?? null;
}

/** The control that an error is about: of a group the first that is wrong and can be used. */
export function controlOf(form: HTMLFormElement | null, id: string): HTMLElement | null {
  const described = describedBy(form, id);
  if (!described?.matches('fieldset')) return described;
  return described.querySelector('[aria-invalid="true"]:not(:disabled)');
}

/** Leads the focus to a control, with its label in sight. */
export function lead(control: HTMLElement | null | undefined): void {
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
