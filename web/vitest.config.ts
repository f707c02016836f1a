import { basename, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname, 'next/dynamic': resolve(import.meta.dirname, 'testing/dynamic.tsx') } },
  plugins: [
    {
      name: 'pictures as Next has them',
      enforce: 'pre',
      load: (id) => (id.endsWith('.svg') ? `export default ${JSON.stringify({ src: `/${basename(id)}` })}` : null),
    },
  ],
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:8080/' } },
    // A process and a window for all files, since making them costs more than most tests. `testing`
    // leaves both as they were.
    isolate: false,
    setupFiles: ['./testing/fresh.ts', './testing/setup.ts'],
    sequence: { setupFiles: 'list' },
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules', '.next'],
    restoreMocks: true,
    // Tests say what happens, not how fast: a machine that is busy may take its time.
    testTimeout: 120_000,
  },
});
