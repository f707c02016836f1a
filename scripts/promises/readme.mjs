/** The promises of the README: the number of each, its title and its lines as they are there. */
export function promisesIn(readme) {
  const [, after = ''] = readme.split(/^What it promises.*:\n\n/m);
  return after
    .split('\n\n')[0]
    .split(/\n(?=\d)/)
    .filter(Boolean)
    .map((text) => {
      const [, number, title] = /^(\d+)\. \*\*([^*]+?)\.?\*\*/s.exec(text) ?? [];
      return { number, title: title?.replaceAll(/\s+/g, ' '), text };
    });
}
