// The bare page, to which everything is compared: at the address BARE, so many times a second.
import http from 'k6/http';
import { answered } from './site.js';

export const options = {
  scenarios: {
    bare: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE),
      timeUnit: '10s',
      duration: __ENV.DURATION,
      preAllocatedVUs: 50,
      maxVUs: 200,
    },
  },
};

export default function bare() {
  answered(http.get(__ENV.BARE, { headers: { 'accept-encoding': 'gzip' } }), 'bare');
}
