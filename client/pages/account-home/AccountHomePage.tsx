import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';

/** What is new, the order that is on its way, and what was ordered before. */
export function AccountHomePage({ data }: { data: PageDataOf<'accountHome'> }) {
  const { t } = useShop();
  return (
    <AccountFrame owner={data.owner} current="overview" title={t('account.title')}>
      {null}
    </AccountFrame>
  );
}
