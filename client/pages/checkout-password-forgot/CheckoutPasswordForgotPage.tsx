import { ForgotView } from '../../features/account/ForgotView.tsx';

/** Where who has forgotten their password on the way to an order asks for a link. */
export function CheckoutPasswordForgotPage() {
  return <ForgotView place="checkout" />;
}
