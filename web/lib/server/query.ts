/** The first value of a query or path parameter, or null. */
export function text(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
