import { ForgotView } from '../../features/account/ForgotView.tsx';

/** Renders the checkout's form that requests a password reset link. */
export function CheckoutPasswordForgotPage() {
  return <ForgotView place="checkout" />;
}
