import { ResetView } from '../../features/account/ResetView.tsx';
import type { PageDataOf } from '../../store/page-state.ts';

/** Where a new password is chosen on the way to an order. */
export function CheckoutPasswordResetPage({ data }: { data: PageDataOf<'checkoutPasswordReset'> }) {
  return <ResetView link={data.link} place="checkout" />;
}
