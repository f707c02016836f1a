/** Addresses that only the pages of this folder lead to; they stand apart from `paths`, whose weight every page carries. */
export const oidcPaths = {
  device: '/device',
  abort: (request: string) => `/oidc/consent/form/abort?request=${encodeURIComponent(request)}`,
  /** Takes a form with the request: a link logs nobody out. */
  switch: '/oidc/selectAccount/form/switch',
};
