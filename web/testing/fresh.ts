import { vi } from 'vitest';

// Test files share a process and its window. What our own modules remember, such as toasts in
// sight, begins anew with each file; React, Apollo and the other packages stay as they are.
vi.resetModules();
