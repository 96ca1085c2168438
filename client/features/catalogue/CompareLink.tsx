import type { Packaging } from '../../../shared/contract/products.ts';
import { getSegment } from '../../../shared/rules/localised-segments.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './CompareLink.module.css';

interface CompareLinkProps {
  productId: number;
  /** Title of the product, read out by screen readers: the link itself only says "compare". */
  title: string;
  /** Shows the icon without words. */
  isSmall?: boolean;
}

/** False for vouchers: nothing about them is worth setting side by side. */
export const isComparable = ({ packaging }: { readonly packaging: Packaging }): boolean =>
  packaging !== 'digital';

/** Puts a product beside others: with script it joins the comparison's bar, without it the comparison's page opens with it. */
export function CompareLink({ productId, title, isSmall = false }: CompareLinkProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  return (
    <a
      href={`/${getSegment('compare', locale)}/?ids=${productId}`}
      rel="nofollow"
      data-compare={productId}
      className={isSmall ? styles.small : styles.link}
      aria-label={t('comparison.compare', { title })}
    >
      <Icon name="scales" />
      {!isSmall && t('comparison.open')}
    </a>
  );
}
