import { ForgotView } from '../../features/account/ForgotView.tsx';

/** Where who has forgotten their password asks for a link. */
export function AccountForgotPage() {
  return <ForgotView place="account" />;
}
