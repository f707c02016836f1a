/**
 * Empty strings become null, at any depth: a field left blank is "not given" to the server (V-006).
 */
export function emptyToNull<T>(value: T): T {
  if (value === '') return null as T;
  if (Array.isArray(value)) return value.map(emptyToNull) as T;
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, emptyToNull(entry)])) as T;
  }
  return value;
}

/**
 * The other way round, for what a form holds: texts. A group of radio buttons in which nothing
 * is chosen is null in the browser's eyes once the member has passed through it, and is as blank
 * as before.
 */
export function nullToEmpty<T>(value: T): T {
  if (value === null) return '' as T;
  if (Array.isArray(value)) return value.map(nullToEmpty) as T;
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, nullToEmpty(entry)])) as T;
  }
  return value;
}

/** A number input keeps its digits; with none left it is null (V-007, V-008). */
export function numberOrNull(value: string): number | null {
  const digits = value.normalize('NFKC').replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
}
