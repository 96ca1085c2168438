import { ResetView } from '../../features/account/ResetView.tsx';
import type { PageDataOf } from '../../store/page-state.ts';

/** Renders the page on which a new password is chosen. */
export function AccountResetPage({ data }: { data: PageDataOf<'accountReset'> }) {
  return <ResetView link={data.link} place="account" />;
}
