import { LoginView } from '../../features/account/LoginView.tsx';
import type { PageDataOf } from '../../store/page-state.ts';

/** Where customers sign in on the way to an order. */
export function CheckoutLoginPage({ data }: { data: PageDataOf<'checkoutLogin'> }) {
  return <LoginView query={data} place="checkout" />;
}
