/**
 * The listings of a page that are commands for a shell, in order, each with the heading that it is
 * below. A listing is indented by four spaces, outside of lists and fences.
 */
export function listings(page) {
  const found = [];
  let heading = '';
  let listing = [];
  let fenced = false;
  for (const line of [...page.split('\n'), '']) {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced) continue;
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    if (line.startsWith('    ')) listing.push(line.slice(4));
    else if (listing.length > 0 && line !== '') {
      found.push({ heading, commands: listing.join('\n') });
      listing = [];
    }
  }
  if (listing.length > 0) found.push({ heading, commands: listing.join('\n') });
  return found;
}
