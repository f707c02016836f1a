/** Addresses that only the pages of this folder lead to; they stand apart from `paths`, whose weight every page carries. */
export const oidcPaths = {
  device: '/device',
  abort: (request: string) => `/oidc/consent/form/abort?request=${encodeURIComponent(request)}`,
  switch: (request: string) => `/oidc/selectAccount/form/switch?request=${encodeURIComponent(request)}`,
};
