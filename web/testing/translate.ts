/**
 * Makes of a page what the translation of a browser does: each text gives way to elements that show
 * it in another language.
 */
export function translate(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.tagName === 'FONT') continue;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = text.data;
    text.replaceWith(outer);
  }
}
