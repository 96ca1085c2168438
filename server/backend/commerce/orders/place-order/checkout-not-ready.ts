import { createRefusal, type ProblemError } from '../../../core/http/problem-error.ts';

/** Returns the refusal of an order whose checkout is incomplete; the client opens the step. */
export const createNotReadyRefusal = (step: 'billing' | 'delivery' | 'payment'): ProblemError =>
  createRefusal('checkout_not_ready', { step });
