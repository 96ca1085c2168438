import { createValidationFailed } from '../../core/http/problem-error.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import type { Payments } from './types.ts';

/** Name that a provider gives a bank. */
const ISSUER_PATTERN = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Returns the bank that a customer has chosen for a payment method.
 *
 * @returns null if the method needs none
 * @throws ProblemError `validation_failed` if it is missing or not one of the provider's banks; only its
 * format is checked while the provider cannot list its banks
 */
export async function readIssuer(
  payments: Pick<Payments, 'listIssuers'>,
  site: SiteRecord,
  method: Pick<SiteRecord['paymentMethods'][number], 'key' | 'needsIssuer'>,
  typed: string | null | undefined,
): Promise<string | null> {
  if (!method.needsIssuer) return null;
  const issuer = (typed ?? '').trim();
  if (issuer === '') throw createValidationFailed([{ field: 'issuer', code: 'required' }]);
  if (!ISSUER_PATTERN.test(issuer)) throw createValidationFailed([{ field: 'issuer', code: 'format' }]);
  const known = await payments.listIssuers(site, method.key);
  if (known.length > 0 && !known.some((bank) => bank.issuer === issuer)) {
    throw createValidationFailed([{ field: 'issuer', code: 'unknown' }]);
  }
  return issuer;
}
