import { inCheckout } from '../../stack/checkout.mjs';

export default {
  output: 'standalone',
  outputFileTracingRoot: inCheckout(),
  turbopack: { root: inCheckout() },
  poweredByHeader: false,
  compress: false,
  generateEtags: false,
  experimental: { turbopackFileSystemCacheForBuild: false },
};
