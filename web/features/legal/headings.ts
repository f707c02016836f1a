const heading = /(<\/?h)([1-6])(?=[\s>])/g;

/**
 * Sanitised HTML whose highest headings become `level`, and the others as far below them as
 * they were.
 */
export function headingsFrom(level: number, html: string): string {
  const highest = Math.min(...[...html.matchAll(heading)].map(([, , n]) => Number(n)));
  return html.replace(heading, (_, open: string, n: string) => `${open}${Math.min(Number(n) - highest + level, 6)}`);
}
