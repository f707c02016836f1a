/**
 * A page that shows all pictures, a row for each page of the site. Their names begin with that of
 * the page, up to a dot.
 */
export function contactSheet(pictures) {
  const rows = new Map();
  for (const name of [...pictures].sort()) {
    const [page] = name.split('.');
    rows.set(page, [...(rows.get(page) ?? []), name]);
  }
  const picture = (name) =>
    `<a href="${name}" title="${name}"><img src="${name}" alt="${name}" loading="lazy" height="320"></a>`;
  const row = ([page, names]) => `<section><h2>${page}</h2>${names.map(picture).join('')}</section>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every page</title>
<style>
body { font: 14px sans-serif; margin: 1rem; background: #888 }
section { display: flex; gap: .5rem; align-items: start; overflow-x: auto; flex-wrap: wrap }
h2 { flex-basis: 100%; margin: 1rem 0 0; font-size: 1rem }
img { max-width: 400px; object-fit: cover; object-position: top }
</style>
${[...rows].map(row).join('\n')}
</html>
`;
}
