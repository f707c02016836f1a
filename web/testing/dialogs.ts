import { vi } from 'vitest';

/**
 * Modal dialogs as browsers have them, for one test: what is beside an open one takes no focus, and
 * gets it back from it.
 */
export function modalDialogs(): void {
  const { showModal, close } = HTMLDialogElement.prototype;
  let leave = () => {};
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    const from = document.activeElement as HTMLElement | null;
    const inert = beside(this).filter((element) => !element.hasAttribute('inert'));
    for (const element of inert) element.setAttribute('inert', '');
    leave = () => {
      for (const element of inert) element.removeAttribute('inert');
      from?.focus();
    };
    showModal.call(this);
  });
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    close.call(this);
    leave();
  });
}

/** All of the page but an element, what is in it, and what it is in. */
function beside(element: Element): Element[] {
  const around = element.parentElement;
  if (!around) return [];
  return [...[...around.children].filter((child) => child !== element), ...beside(around)];
}
