import { ACCOUNT_ORDERS_PATH } from '../../../shared/rules/account/account-paths.ts';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';

/** Says what will be here. */
export function AccountRqsResultsPage({ data }: { data: PageDataOf<'accountRqsResults'> }) {
  const { t } = useShop();
  return (
    <AccountFrame owner={data.owner} current="rqsResults" title={t('rqsResults.title')}>
      <div className="stack">
        <p className="lead">{t('rqsResults.lead')}</p>
        <ButtonLink href={ACCOUNT_ORDERS_PATH} variant="line">
          {t('orderDetail.allOrders')}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
