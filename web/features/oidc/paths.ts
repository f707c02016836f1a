/**
 * Addresses that only the pages of this folder lead to. They are not in `paths`, because every page
 * loads that file.
 */
export const oidcPaths = {
  device: '/device',
  abort: (request: string) => `/oidc/consent/form/abort?request=${encodeURIComponent(request)}`,
  /** Takes a form with the request: a link alone logs no member out. */
  switch: '/oidc/selectAccount/form/switch',
};
