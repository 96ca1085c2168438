import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderList } from './OrderList.tsx';

/** Renders the orders of the signed-in customer, or one order with its actions. */
export function AccountOrdersPage({ data }: { data: PageDataOf<'accountOrders'> }) {
  const { t } = useShop();
  const { owner, shown } = data;
  if (shown.view === 'order') return <OrderDetail owner={owner} shown={shown} />;
  return (
    <AccountFrame owner={owner} current="orders" title={t('account.orders')}>
      <OrderList shown={shown} formToken={owner.formToken} />
    </AccountFrame>
  );
}
