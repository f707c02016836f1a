/**
 * Does something as soon as no modal dialog keeps an element from the member: what happens beside
 * one is neither seen nor announced, and takes no focus. Answers what calls it off.
 */
export function onceInSight(act: () => void, element: Element | null = null): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    if (document.querySelector('dialog[open]')?.contains(element) === false) timer = setTimeout(look, 100);
    else act();
  };
  look();
  return () => clearTimeout(timer);
}
