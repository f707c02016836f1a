/**
 * The listings of a page, in order, each one text: what is indented by four spaces outside of
 * fences.
 */
export function listings(page) {
  const found = [];
  let listing = [];
  let fenced = false;
  for (const line of [...page.split('\n'), 'the end']) {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced) continue;
    if (line.startsWith('    ')) listing.push(line.slice(4));
    else if (listing.length > 0 && line !== '') {
      found.push(listing.join('\n'));
      listing = [];
    }
  }
  return found;
}
