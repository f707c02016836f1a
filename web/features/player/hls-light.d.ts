/**
 * The package describes its whole build only. The light one leaves out what samples do not need:
 * protection, other soundtracks.
 */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
