import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { defineLimits } from '../../core/limits/limiter.ts';

/** Limits the creation of carts and the mail visits that one visitor can cause. */
export const cartRateLimits = defineLimits('carts', {
  perVisitor: { maxAttempts: 300, windowMs: HOUR_MS },
  visitsPerVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});
