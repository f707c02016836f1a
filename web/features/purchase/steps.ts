import { useAddress } from '@/lib/nav';
import { useStore } from '@/lib/pageContext';

/** Form, confirm, complete (S-052). */
const stepCount = 3;

/**
 * Where an order is, for its pages' heading. In the inline style the sign-up that led to it was the
 * first step of the same errand.
 */
export function useOrderStep(step: number): { step: number; total: number } {
  const endsSignup = useEndsSignup();
  return endsSignup ? { step: step + 1, total: stepCount + 1 } : { step, total: stepCount };
}

/** Whether the order goes on with what a sign-up in the inline style has begun. */
export function useEndsSignup(): boolean {
  const { signupStyle } = useStore();
  const [path, query] = useAddress().split('?', 2);
  const isOfSignup = path?.startsWith('/signup/') || new URLSearchParams(query).get('signup') === '1';
  return signupStyle === 'inline' && isOfSignup;
}
