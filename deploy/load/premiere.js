// The evening of a premiere: people come for a film (PLAN), log in, and order.
import { addCard, get, logIn, nextMember, order } from './site.js';

export { arrivals as options } from './arrivals.js';

const plan = __ENV.PLAN;

export default function evening() {
  const member = nextMember();
  get(member, '/');
  get(member, '/plans');
  get(member, `/plans/${plan}`, '/plans/{plan}, of a visitor');
  get(member, `/login?returnTo=%2Fplans%2F${plan}`, '/login');
  logIn(member);
  get(member, `/plans/${plan}`, '/plans/{plan}');
  order(member, plan, addCard(member));
  get(member, '/mypage');
}
