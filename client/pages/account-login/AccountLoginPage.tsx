import { LoginView } from '../../features/account/LoginView.tsx';
import type { PageDataOf } from '../../store/page-state.ts';

/** Renders the sign-in page of customers. */
export function AccountLoginPage({ data }: { data: PageDataOf<'accountLogin'> }) {
  return <LoginView query={data} place="account" />;
}
