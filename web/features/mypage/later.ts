/**
 * That a member wants to complete the profile later, as this browser keeps it for half a year: the
 * page is then made without asking for it, so that nothing jumps once it is there.
 */
const name = 'later';
const seconds = 183 * 24 * 60 * 60;

export function keepLater(): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the server has to read it, and not all browsers have the Cookie Store
  document.cookie = `${name}=profile; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

export function isLater(cookies: Partial<Record<string, string>>): boolean {
  return cookies[name] === 'profile';
}
