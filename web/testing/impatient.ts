import { configure } from '@testing-library/react';

// Beside setup.ts for `make mutants`, most of whose tests are to fail: what does not come within
// ten seconds does not come.
if (typeof window !== 'undefined') configure({ asyncUtilTimeout: 10_000 });
