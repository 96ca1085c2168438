import type { CallInput } from '../../../../../shared/contract/calls.ts';
import type { PaymentMethodOption } from '../../../../../shared/contract/orders.ts';
import { createValidationFailed } from '../../../core/http/problem-error.ts';
import type { ScopedContext } from '../../../sites/scoped-call.ts';
import { readIssuer } from '../../payments/service.ts';
import type { Payments } from '../../payments/types.ts';
import type { OrderRecord } from '../types.ts';

/**
 * Returns whether an order can be paid by a method. The total is final, so another method must cost the same.
 */
export const canPayByMethod = (
  order: Pick<OrderRecord, 'paymentMethodId' | 'paymentCosts'>,
  method: { readonly paymentMethodId: number; readonly costInclVat: number },
): boolean => method.paymentMethodId === order.paymentMethodId || method.costInclVat === order.paymentCosts;

/** Lists the payment methods that the site offers now, with their banks. */
export async function listMethods(
  payments: Payments,
  { site }: ScopedContext,
): Promise<PaymentMethodOption[]> {
  const offered = site.paymentMethods.filter(
    ({ key, needsGiftCard }) => needsGiftCard || payments.isOffered(site, key),
  );
  const options = await Promise.all(
    offered.map(async ({ paymentMethodId, key, name, costInclVat, needsGiftCard, needsIssuer }) => ({
      needsIssuer,
      option: {
        paymentMethodId,
        key,
        name,
        cost: costInclVat,
        needsGiftCard,
        issuers: needsIssuer ? [...(await payments.listIssuers(site, key))] : [],
      },
    })),
  );
  // A method whose banks cannot be listed is unavailable.
  return options
    .filter(({ needsIssuer, option: told }) => !needsIssuer || told.issuers.length > 0)
    .map(({ option: told }) => told);
}

/**
 * Returns the requested payment method, or that of the order.
 *
 * @throws ProblemError `validation_failed` if the site does not offer it, or a bank is missing
 */
export async function chooseMethod(
  payments: Payments,
  { site }: ScopedContext,
  order: OrderRecord,
  body: CallInput<'startOrderPayment'>['body'],
) {
  const paymentMethodId = body.paymentMethodId ?? order.paymentMethodId;
  const method = site.paymentMethods.find((known) => known.paymentMethodId === paymentMethodId);
  if (
    !method ||
    method.needsGiftCard ||
    !canPayByMethod(order, method) ||
    !payments.isOffered(site, method.key)
  ) {
    throw createValidationFailed([{ field: 'paymentMethodId', code: 'unknown' }]);
  }
  const former = method.paymentMethodId === order.paymentMethodId ? order.issuer : null;
  return { method, issuer: await readIssuer(payments, site, method, body.issuer ?? former) };
}
