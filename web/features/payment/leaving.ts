import type { LinkPaymentMethodMutation } from '@/generated/LinkPaymentMethod';
import { sameOriginPath } from '@/lib/paths';

/**
 * Keeps a form at work while the browser leaves for the bank, so that its button takes no second
 * press on the way. It ends when the member comes back to the page as it was left. An address on
 * this site is no leaving: following it is awaited already.
 */
export function leaving(to: string | null | undefined): Promise<void> {
  if (!to || sameOriginPath(to)) return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }));
}

type Link = Pick<NonNullable<LinkPaymentMethodMutation['result']>, 'linkUrl' | 'charset' | 'params'>;

/** Leaves by the form that the company behind a way to pay wants to be posted. */
export async function posting(link: Link | null | undefined): Promise<void> {
  if (!link?.linkUrl) return;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = link.linkUrl;
  form.acceptCharset = link.charset ?? '';
  form.hidden = true;
  for (const { name, value } of link.params) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form); // a field may be called submit
  await leaving(link.linkUrl);
  form.remove();
}
