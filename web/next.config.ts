import { join, resolve } from 'node:path';
import type { NextConfig } from 'next';
import { PHASE_PRODUCTION_BUILD } from 'next/constants';
import { prebundle } from './prebundle';
import { textPaths, writeTextFiles } from './textFiles';

const repository = resolve(import.meta.dirname, '..');

/**
 * Next renders pages and nothing else: headers, compression, languages, images and routing belong
 * to the Go server in front of it.
 */
export default async (phase: string): Promise<NextConfig> => ({
  output: 'standalone',
  outputFileTracingRoot: repository,
  turbopack: {
    root: repository,
    resolveAlias: inBrowser({
      '@apollo/client/react': './lib/late/react.tsx',
      ...(phase === PHASE_PRODUCTION_BUILD ? await prebundle() : {}),
    }),
  },
  ...(phase === PHASE_PRODUCTION_BUILD && {
    env: { TEXT_PATHS: textPaths },
    compiler: { runAfterProductionCompile: async ({ distDir }) => writeTextFiles(join(distDir, 'static')) },
  }),
  poweredByHeader: false,
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  typescript: { ignoreBuildErrors: true }, // `make check` looks at types
  images: { unoptimized: true },
  devIndicators: false,
  experimental: {
    turbopackFileSystemCacheForBuild: false, // most builds are the first in their place
    optimizePackageImports: ['lucide'], // two thousand drawings; a file takes a few
  },
});

/** Pages take these modules in the browser only; the server has the packages as they are. */
function inBrowser(modules: Record<string, string>): Record<string, { browser: string }> {
  return Object.fromEntries(Object.entries(modules).map(([name, browser]) => [name, { browser }]));
}
