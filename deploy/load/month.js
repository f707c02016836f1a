// The first of the month: members look at their plans and payments while everything is renewed.
import { get, logIn, nextMember } from './site.js';

export { arrivals as options } from './arrivals.js';

export default function month() {
  const member = nextMember();
  logIn(member);
  get(member, '/mypage/plans');
  get(member, '/mypage/payment-history');
}
