// The bare page, to which everything is compared: at the address BARE, so many times a second.
import http from 'k6/http';
import { answered } from './site.js';

export { arrivals as options } from './arrivals.js';

export default function bare() {
  answered(http.get(__ENV.BARE, { headers: { 'accept-encoding': 'gzip' } }), 'bare');
}
