import { resolve } from 'node:path';
import type { NextConfig } from 'next';

const repository = resolve(import.meta.dirname, '..');

/**
 * Next renders pages and nothing else: headers, compression, languages, images and routing belong to the Go server in front
 * of it.
 */
const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: repository,
  turbopack: {
    root: repository,
    rules: { '**/zod/v4/mini/schemas.js': { loaders: [resolve(import.meta.dirname, 'zodLoader.cjs')] } },
  },
  poweredByHeader: false,
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  devIndicators: false,
};

export default config;
