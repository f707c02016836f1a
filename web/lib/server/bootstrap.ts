/**
 * What Turbopack is to run, with the page's own module named before Next's. Next's client puts off
 * the modules that it finds waiting, so that the browser may draw between them and itself; in
 * Turbopack's order it finds none, and a phone is blocked longer.
 */
export function pageBeforeNext(bootstrap: string): string {
  return bootstrap.replace(/("runtimeModuleIds":)\[(\d+),(\d+)\]/g, '$1[$3,$2]');
}
