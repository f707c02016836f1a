/**
 * What the user agent does not tell of the device: an iPad says it is a Mac, but only the one has a
 * touch screen.
 */
export function deviceHint(): string | null {
  const { userAgent, maxTouchPoints } = navigator;
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? 'iPad' : null;
}
