import type { Price } from '../../../shared/contract/products.ts';
import type { UnitPriceBasis } from '../../../shared/contract/sites.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './PriceBlock.module.css';

const perUnit: Record<UnitPriceBasis, MessageKey> = {
  kg: 'price.perKg',
  litre: 'price.perLitre',
  piece: 'price.perPiece',
  '100g': 'price.per100Grams',
  '100ml': 'price.per100Millilitres',
};

/** '€ 1,05 per kg' and the like, as the law wants it beside a price. A piece that is sold alone has no other price. */
export function UnitPrices({ price }: { price: Price }) {
  const { t, formats } = useShop();
  return price.unitPrices
    .filter((unit) => unit.basis !== 'piece' || unit.amountInclVat !== price.amountInclVat)
    .map((unit) => (
      <span key={unit.basis} className={styles.unit}>
        {t(perUnit[unit.basis], { price: formats.euro(unit.amountInclVat) })}
      </span>
    ));
}

/** What a piece costs: before, now, per unit, without VAT, and roughly in the site's own money. */
export function PriceBlock({ price, size = 'card' }: { price: Price; size?: 'card' | 'large' }) {
  const { t, formats } = useShop();
  const indicative = formats.indicative(price.amountInclVat);
  const isReduced = price.formerAmountInclVat !== null;
  return (
    <p className={joinClasses(styles.price, size === 'large' && styles.large, isReduced && styles.reduced)}>
      {price.formerAmountInclVat !== null && (
        <span className={styles.former}>
          {t(size === 'large' ? 'price.lowestOf30Days' : 'price.was')}{' '}
          <s>{formats.euro(price.formerAmountInclVat)}</s>
        </span>
      )}
      <span className={styles.now}>
        <VisuallyHidden>{`${t(isReduced ? 'price.now' : 'price.price')} `}</VisuallyHidden>
        {formats.euro(price.amountInclVat)}
      </span>
      {indicative && <span className={styles.unit}>{t('price.indicative', { price: indicative })}</span>}
      <UnitPrices price={price} />
      {price.amountExclVat !== price.amountInclVat && (
        <span className={styles.unit}>
          {t('price.exclVat', { price: formats.euro(price.amountExclVat) })}
        </span>
      )}
    </p>
  );
}
