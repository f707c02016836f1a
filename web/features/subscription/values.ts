import type { Answers } from '@/features/survey/answers';

/** What a member is asked who cancels. */
export type CancelValues = { answers: Answers };

/** What a contract is to be paid with. */
export type MethodValues = { paymentMethodId: string };
