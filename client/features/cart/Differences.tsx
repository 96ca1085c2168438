import type { FormCartDifference } from '../../forms/action-result.ts';
import { useShop } from '../../store/shop.tsx';

/** Lists the differences between the cart and its source: prices, discontinued products, a discount code. */
export function Differences({ differences }: { differences: readonly FormCartDifference[] }) {
  const { t } = useShop();
  if (differences.length === 0) return <p>{t('handover.same')}</p>;
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">{t('handover.differences')}</h2>
      <ul>
        {differences.map((difference) => (
          <li key={`${difference.kind} ${difference.description} ${difference.formerAmount}`}>
            <CartDifferenceText {...difference} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CartDifferenceText({ kind, description, formerAmount, currentAmount }: FormCartDifference) {
  const { t, formats } = useShop();
  switch (kind) {
    case 'price':
      return formerAmount === null
        ? t('handover.priceHere', { title: description, current: formats.euro(currentAmount ?? 0) })
        : t('handover.price', {
            title: description,
            former: formats.euro(formerAmount),
            current: formats.euro(currentAmount ?? 0),
          });
    case 'dropped':
      return t('handover.dropped', { title: description });
    case 'code':
      return t('handover.code', { code: description });
  }
}
