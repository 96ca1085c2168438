import {
  ACCOUNT_FEED_ADVICE_PATH,
  ACCOUNT_ORDERS_PATH,
  ACCOUNT_RQS_RESULTS_PATH,
} from '../../../shared/rules/account/account-paths.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { OrderTicket } from '../../features/account/OrderTicket.tsx';
import { AddOneToCart } from '../../features/catalogue/AddToCart.tsx';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { refusedHeadlines } from '../../features/lab-results/result-labels.ts';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './AccountHomePage.module.css';

/** Renders the account overview: news, the open order and earlier orders. */
export function AccountHomePage({ data }: { data: PageDataOf<'accountHome'> }) {
  const { t } = useShop();
  const { owner, orders, refused } = data;
  return (
    <AccountFrame
      owner={owner}
      current="overview"
      title={t('accountHome.greeting', { name: owner.firstName })}
      crumb={t('account.title')}
    >
      {refused.length > 0 && (
        <div className={styles.message}>
          <Notice tone="error">
            {refused.map(({ sampleName, verdict }) => (
              <p key={sampleName}>
                <strong>{sampleName}</strong>
                {': '}
                {t(refusedHeadlines[verdict])}
              </p>
            ))}
          </Notice>
        </div>
      )}
      <UnreadTiles results={owner.unreadQuickscanResults} advice={owner.unreadFeedAdvice} />
      {orders === null && (
        <div className={styles.message}>
          <Notice tone="error">
            <p>{t('error.tryLater')}</p>
            <p>
              <SiteLink href={ACCOUNT_PATH} className="tap">
                {t('errorPage.retry')}
              </SiteLink>
            </p>
          </Notice>
        </div>
      )}
      {orders?.latest && <OrderTicket order={orders.latest} />}
      {orders?.total === 0 && (
        <div className={styles.message}>
          <p className="lead">{t('orders.none')}</p>
          <p>{t('orders.noneLead')}</p>
          <CategoryLinks />
        </div>
      )}
      {orders && orders.again.length > 0 && <OrderAgainProducts products={orders.again} />}
      {orders && orders.total > 0 && (
        <p className={styles.all}>
          <ButtonLink href={ACCOUNT_ORDERS_PATH} variant="line">
            {t('orderDetail.allOrders')}
          </ButtonLink>
        </p>
      )}
    </AccountFrame>
  );
}

/** Renders the news since the last visit, or nothing if there is none. */
function UnreadTiles({ results, advice }: { results: number; advice: number }) {
  const { t } = useShop();
  const tiles: readonly (readonly [key: string, IconName, text: string, href: string])[] = [
    ...(results > 0
      ? ([
          [
            'results',
            'flask',
            t('accountHome.newResults', { smart_count: results }),
            ACCOUNT_RQS_RESULTS_PATH,
          ],
        ] as const)
      : []),
    ...(advice > 0
      ? ([
          ['advice', 'bucket', t('accountHome.newAdvice', { smart_count: advice }), ACCOUNT_FEED_ADVICE_PATH],
        ] as const)
      : []),
  ];
  if (tiles.length === 0) return null;
  return (
    <ul className={styles.tiles}>
      {tiles.map(([key, icon, text, href]) => (
        <li key={key} className={styles.tile}>
          <Icon name={icon} />
          <strong>
            <SiteLink href={href}>{text}</SiteLink>
          </strong>
        </li>
      ))}
    </ul>
  );
}

function OrderAgainProducts({ products }: { products: readonly ListedProduct[] }) {
  const shop = useShop();
  const { t, formats } = shop;
  return (
    <section className={styles.again} aria-labelledby="order-again">
      <h2 id="order-again">{t('orders.again')}</h2>
      <ul>
        {products.map((product) => (
          <li key={product.productVariantId} className={styles.product}>
            <Arch colourWay={product.colourWay} className={styles.picture}>
              <ProductPicture picture={product.picture} sizes="52px" maxWidth={260} alt="" />
            </Arch>
            <div>
              <SiteLink href={product.url} className="tap">
                {product.title}
              </SiteLink>
              <p className="small soft">
                {formats.euro(product.price.amountInclVat)}, {getPackName(shop, product)}
              </p>
            </div>
            <AddOneToCart pack={product} title={product.title} />
          </li>
        ))}
      </ul>
    </section>
  );
}
