/** Why a stream does not play. */
export type StreamFailure = 'network' | 'media' | 'unsupported';
