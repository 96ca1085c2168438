import type { Content, Price } from '../../../shared/contract/products.ts';
import type { UnitPriceBasis } from '../../../shared/contract/sites.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './PriceBlock.module.css';

/** Price-related fields of a product or variant. */
interface PricedPack {
  readonly price: Omit<Price, 'vatType' | 'vatRatePercentage'>;
  readonly content: Content;
}

const unitPriceLabelKeys: Record<UnitPriceBasis, MessageKey> = {
  kg: 'price.perKg',
  litre: 'price.perLitre',
  piece: 'price.perPiece',
  '100g': 'price.per100Grams',
  '100ml': 'price.per100Millilitres',
};

/**
 * Returns the unit prices to display. Prices per 100 g and 100 ml are useful only for packs below a kilogram
 * or litre, where they come first. A piece that is sold alone has no separate unit price.
 */
function getUnitPrices({ price, content }: PricedPack) {
  const isSmall = content.unit === 'g' || content.unit === 'ml';
  const hundreds = price.unitPrices.filter(({ basis }) => basis === '100g' || basis === '100ml');
  const others = price.unitPrices.filter(
    (unit) =>
      !hundreds.includes(unit) && (unit.basis !== 'piece' || unit.amountInclVat !== price.amountInclVat),
  );
  return isSmall ? [...hundreds, ...others] : others;
}

/** Renders unit prices such as '€ 1,05 per kg', which the law requires next to a price. */
export function UnitPrices({ pack, isShort = false }: { pack: PricedPack; isShort?: boolean }) {
  const { t, formats } = useShop();
  const unitPrices = getUnitPrices(pack);
  return (isShort ? unitPrices.slice(0, 1) : unitPrices).map((unit) => (
    <span key={unit.basis} className={styles.unit}>
      {t(unitPriceLabelKeys[unit.basis], { price: formats.euro(unit.amountInclVat) })}
    </span>
  ));
}

/**
 * Renders the price of a product: former price, current price, unit prices, price excluding VAT, and an
 * indicative amount in the site's own currency.
 */
export function PriceBlock({ pack, size = 'card' }: { pack: PricedPack; size?: 'card' | 'large' }) {
  const { price } = pack;
  const { t, formats } = useShop();
  const indicative = formats.indicative(price.amountInclVat);
  const isReduced = price.formerAmountInclVat !== null;
  return (
    <p className={joinClasses(styles.price, size === 'large' && styles.large, isReduced && styles.reduced)}>
      {price.formerAmountInclVat !== null && (
        <span className={styles.former}>
          {t(size === 'large' ? 'price.lowestBeforeReduction' : 'price.was')}{' '}
          <s>{formats.euro(price.formerAmountInclVat)}</s>
        </span>
      )}
      <span className={styles.now}>
        <VisuallyHidden>{`${t(isReduced ? 'price.now' : 'price.price')} `}</VisuallyHidden>
        {formats.euro(price.amountInclVat)}
      </span>
      {indicative && <span className={styles.unit}>{t('price.indicative', { price: indicative })}</span>}
      <UnitPrices pack={pack} isShort={size === 'card'} />
      {price.amountExclVat !== price.amountInclVat && (
        <span className={styles.unit}>
          {t('price.exclVat', { price: formats.euro(price.amountExclVat) })}
        </span>
      )}
    </p>
  );
}
