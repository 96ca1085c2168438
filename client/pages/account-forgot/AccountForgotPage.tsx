import { ForgotView } from '../../features/account/ForgotView.tsx';

/** Renders the form that requests a password reset link. */
export function AccountForgotPage() {
  return <ForgotView place="account" />;
}
