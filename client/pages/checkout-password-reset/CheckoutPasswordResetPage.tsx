import { ResetView } from '../../features/account/ResetView.tsx';
import type { PageDataOf } from '../../store/page-state.ts';

/** Renders the checkout's page on which a new password is chosen. */
export function CheckoutPasswordResetPage({ data }: { data: PageDataOf<'checkoutPasswordReset'> }) {
  return <ResetView link={data.link} place="checkout" />;
}
