import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import { AddPiecesToCart } from '../../features/catalogue/AddToCart.tsx';
import { CompareLink, isComparable } from '../../features/catalogue/CompareLink.tsx';
import { PriceBlock, UnitPrices } from '../../features/catalogue/PriceBlock.tsx';
import { PriceNote } from '../../features/catalogue/PriceNote.tsx';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { StockLine } from '../../features/catalogue/StockLine.tsx';
import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { hasLongWord } from '../../ui/long-word.ts';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './BuyPanel.module.css';
import { BuyTerms } from './BuyTerms.tsx';
import { InStockAlternatives } from './InStockAlternatives.tsx';
import { ShareBar } from './ShareBar.tsx';
import { StockReminder } from './StockReminder.tsx';
import { SuitableHorses } from './SuitableHorses.tsx';

interface BuyPanelProps {
  product: ProductDetail;
  variant: ProductVariant;
  title: string;
  /** Summary of the customer reviews. */
  children?: ReactNode;
}

/** Renders title, packs, price and delivery time of a product. */
export function BuyPanel({ product, variant, title, children }: BuyPanelProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const hasReminders = useAppState((state) => state.scope.site.enableStockReminderFeature);
  const { discountPercentage } = variant.price;
  const navigate = useNavigate();
  return (
    <div className={styles.panel}>
      {(product.isNew || product.variants.some(({ price }) => price.discountPercentage !== null)) && (
        <p className={styles.flags}>
          {discountPercentage !== null && (
            <Badge tone="sale">{formats.percentage(-discountPercentage)}</Badge>
          )}
          {product.isNew && <Badge tone="new">{t('product.new')}</Badge>}
        </p>
      )}
      <h1 className={hasLongWord(product.title, 17) ? 'long-word' : undefined}>
        {product.title}
        {/* Hidden: the pack is shown below, and an extra line would move the pack links during a press. */}
        <VisuallyHidden>{title.slice(product.title.length)}</VisuallyHidden>
      </h1>
      <p className={styles.claim}>{product.claim}</p>
      {children}
      {product.variants.length > 1 && (
        <nav aria-labelledby="packs" className={styles.packs}>
          <h2 id="packs" className={styles.packsTitle}>
            {t('product.packs')}
          </h2>
          <ul>
            {product.variants.map((entry) => (
              <li key={entry.productVariantId}>
                <SiteLink
                  href={entry.url}
                  className={styles.pack}
                  isCurrent={entry.productVariantId === variant.productVariantId}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                    event.preventDefault();
                    // Keeps the scroll position, so that price and stock change in place while the visitor
                    // compares packs. Replaces the history entry, because it is the same product.
                    void navigate(entry.url, { replace: true, preventScrollReset: true });
                  }}
                >
                  <span className={styles.dot} />
                  <span className={styles.packText}>
                    <span className={styles.packName}>{getPackName(shop, entry)}</span>
                    <UnitPrices pack={entry} isShort />
                  </span>
                  <span className={styles.packPrice}>{formats.euro(entry.price.amountInclVat)}</span>
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Ticket className={styles.ticket}>
        <p role="status" className={styles.packName}>
          {getPackName(shop, variant)}
          <VisuallyHidden>, {formats.euro(variant.price.amountInclVat)}</VisuallyHidden>
        </p>
        <PriceBlock pack={variant} size="large" />
        <SuitableHorses product={product} />
        <StockLine stock={variant.stock} withDelivery />
        <AddPiecesToCart pack={variant} title={product.title} />
        {!variant.stock.isAvailable && hasReminders && (
          <StockReminder key={variant.productVariantId} productVariantId={variant.productVariantId} />
        )}
        {!variant.stock.isAvailable && <InStockAlternatives product={product} variant={variant} />}
        <PriceNote isShipped={variant.packaging !== 'digital'} />
        <BuyTerms variant={variant} />
        {product.isSiloAvailable && <SiloHint />}
        {isComparable(variant) && <CompareLink productId={product.productId} title={title} />}
      </Ticket>
      <ShareBar title={title} />
    </div>
  );
}

/** Renders the number of horses or kilograms from which the feed is also delivered by silo truck. */
function SiloHint() {
  const { t, formats } = useShop();
  const { fromHorses, minimumDeliveryKg } = useAppState((state) => state.scope.settings.silo);
  const page = useAppState((state) => findSiteLink(state.scope, 'silo-supply'));
  return (
    <p className={styles.silo}>
      {t('product.silo', {
        horses: formats.number(fromHorses),
        weight: formats.weight(minimumDeliveryKg * 1000),
      })}{' '}
      {page && (
        <SiteLink href={page.route} className={styles.inline}>
          {page.title}
        </SiteLink>
      )}
    </p>
  );
}
