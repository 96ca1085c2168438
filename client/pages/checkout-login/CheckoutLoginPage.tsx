import { LoginView } from '../../features/account/LoginView.tsx';
import type { PageDataOf } from '../../store/page-state.ts';

/** Renders the sign-in page of the checkout. */
export function CheckoutLoginPage({ data }: { data: PageDataOf<'checkoutLogin'> }) {
  return <LoginView query={data} place="checkout" />;
}
