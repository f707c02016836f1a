/**
 * How the servers of tests treat their memory, and what compiles them: hundreds run for seconds
 * each, and what they leave is thrown away with them rather than collected. A server sets both for
 * itself where they are not set.
 */
export const roomy = { GOGC: '400', GOMEMLIMIT: '2GiB' };
