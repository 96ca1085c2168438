import type { MessageKey } from '../../../shared/i18n/translate.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { Shop } from '../../store/shop.tsx';
import { describeAuthenticationFormFailure } from './authentication-messages.ts';

const messageKeysByProblemCode: Readonly<Record<string, MessageKey>> = {
  not_authenticated: 'account.signedOut',
  order_not_cancellable: 'orderDetail.notCancellable',
  order_not_payable: 'orderDetail.notPayable',
};

/** Describes the error of an account form as a whole. */
export function describeAccountFormFailure(shop: Pick<Shop, 't'>, problem: FormProblem): string {
  const key = messageKeysByProblemCode[problem.code];
  return key ? shop.t(key) : describeAuthenticationFormFailure(shop, problem);
}
