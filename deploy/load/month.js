// The first of the month: members look at their plans and payments while everything is renewed.
import { get, logIn, nextMember } from './site.js';

export const options = {
  scenarios: {
    month: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE),
      timeUnit: '10s',
      duration: __ENV.DURATION,
      preAllocatedVUs: 50,
      maxVUs: 200,
    },
  },
};

export default function month() {
  const member = nextMember();
  logIn(member);
  get(member, '/mypage/plans');
  get(member, '/mypage/payment-history');
}
