import type { ProductDetail } from '../../../shared/contract/products.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { listUnsuitableUses, type Unsuitable } from '../../../shared/rules/unsuitable-uses.ts';
import { useShop } from '../../store/shop.tsx';
import styles from './SuitableHorses.module.css';

/** Product details about suitable horses, the simplest first. */
const horseFactKeys = ['horseTypes', 'ageGroups'] as const;

const unsuitableNames: Record<Unsuitable, MessageKey> = {
  heavyWork: 'forWhom.heavyWork',
  noWork: 'forWhom.noWork',
  sugarSensitive: 'forWhom.sugarSensitive',
};

/** Renders in two lines for which horses the product is suitable. Renders nothing without such details. */
export function SuitableHorses({ product }: { product: ProductDetail }) {
  const { t } = useShop();
  const suitableHorses = horseFactKeys.flatMap((key) => {
    const values = product.facts.find((fact) => fact.key === key)?.values ?? [];
    return values.length > 0 ? [values.join(', ')] : [];
  });
  if (suitableHorses.length === 0) return null;
  const unsuitable = listUnsuitableUses({
    dosage: product.dosage,
    constituents: product.feedLabel?.constituents ?? [],
  });
  return (
    <dl className={styles.forWhom}>
      <div>
        <dt>{t('forWhom.for')}</dt>
        <dd>{suitableHorses.join(' · ')}</dd>
      </div>
      {unsuitable.length > 0 && (
        <div>
          <dt>{t('forWhom.notFor')}</dt>
          <dd>{unsuitable.map((one) => t(unsuitableNames[one])).join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}
