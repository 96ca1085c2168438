import { ACCOUNT_ORDERS_PATH, getAccountOrderPath } from '../../../shared/rules/account/account-paths.ts';
import { OrderAgainForm } from '../../features/account/OrderAgainForm.tsx';
import { OrderTicket } from '../../features/account/OrderTicket.tsx';
import type { OrderListItem } from '../../features/account/order-list-item.ts';
import {
  formatOrderContents,
  orderStatusLabels,
  orderStatusTones,
} from '../../features/account/order-messages.ts';
import { useTimeFormats } from '../../features/account/use-time-formats.ts';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './OrderList.module.css';
import type { AccountOrdersData } from './page.ts';
import { ReorderNotice } from './ReorderNotice.tsx';

interface OrderListProps {
  shown: Extract<AccountOrdersData['shown'], { view: 'list' }>;
  formToken: string;
}

/** Renders all orders, the open one first, with products to order again. */
export function OrderList({ shown, formToken }: OrderListProps) {
  const { t } = useShop();
  const { latest, orders, page, pageCount } = shown;
  if (!latest && orders.length === 0) {
    return (
      <div className={styles.none}>
        <p className="lead">{t('orders.none')}</p>
        <p>{t('orders.noneLead')}</p>
        <CategoryLinks />
      </div>
    );
  }
  return (
    <>
      <ReorderNotice />
      {latest && (
        <OrderTicket order={latest}>
          <OrderAgainForm order={latest} formToken={formToken} />
        </OrderTicket>
      )}
      {orders.length > 0 && (
        <section className={styles.section} aria-labelledby="earlier-orders">
          <h2 id="earlier-orders">{t(latest ? 'orders.earlier' : 'orderDetail.allOrders')}</h2>
          <ul className={styles.orders}>
            {orders.map((order) => (
              <OrderRow key={order.orderId} order={order} formToken={formToken} />
            ))}
          </ul>
        </section>
      )}
      <OrderListPagination page={page} pageCount={pageCount} />
    </>
  );
}

function OrderRow({ order, formToken }: { order: OrderListItem; formToken: string }) {
  const { t, formats } = useShop();
  const { writeDate } = useTimeFormats();
  const { orderId, orderNumber, created, status, totalAmount, lines } = order;
  const product = lines.find((line) => line.product)?.product;
  return (
    <li className={styles.order}>
      <Arch colourWay={product?.colourWay} className={styles.picture}>
        {product && <ProductPicture picture={product.picture} sizes="60px" maxWidth={260} alt="" />}
      </Arch>
      <div className={styles.words}>
        <h3>
          <SiteLink href={getAccountOrderPath(orderId)}>{formatOrderContents(t, order)}</SiteLink>
        </h3>
        <p className="small soft">
          {orderNumber}, {writeDate(created)}
        </p>
      </div>
      <div className={styles.status}>
        <Badge tone={orderStatusTones[status]}>{t(orderStatusLabels[status])}</Badge>
      </div>
      <p className={styles.amount}>{formats.euro(totalAmount)}</p>
      <div className={styles.again}>
        <OrderAgainForm order={order} formToken={formToken} />
      </div>
    </li>
  );
}

const getOrdersPagePath = (page: number) =>
  page === 1 ? ACCOUNT_ORDERS_PATH : `${ACCOUNT_ORDERS_PATH}?p=${page}`;

/** Renders plain links to the other pages of the list. */
function OrderListPagination({ page, pageCount }: { page: number; pageCount: number }) {
  const { t } = useShop();
  if (pageCount < 2) return null;
  return (
    <nav className={styles.pages} aria-label={t('list.pages')}>
      {page > 1 && (
        <SiteLink href={getOrdersPagePath(page - 1)} className="tap">
          <Icon name="arrowLeft" size="small" />
          {t('list.previousPage')}
        </SiteLink>
      )}
      <span>
        {t('list.page')} {page} / {pageCount}
      </span>
      {page < pageCount && (
        <SiteLink href={getOrdersPagePath(page + 1)} className="tap">
          {t('list.nextPage')}
          <Icon name="arrowRight" size="small" />
        </SiteLink>
      )}
    </nav>
  );
}
