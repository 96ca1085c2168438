import type { Packaging } from '../../../shared/contract/products.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './CompareLink.module.css';

interface CompareLinkProps {
  productId: number;
  /** Title of the product for screen readers. The visible label of the link is only "compare". */
  title: string;
  /** Whether to show the icon without its label. */
  isSmall?: boolean;
}

/** Whether the product can be compared. False for vouchers, which have nothing to compare. */
export const isComparable = ({ packaging }: { readonly packaging: Packaging }): boolean =>
  packaging !== 'digital';

/**
 * Renders the link that adds a product to the comparison. With script, the product is added to the comparison
 * bar; without script, the link opens the comparison page.
 */
export function CompareLink({ productId, title, isSmall = false }: CompareLinkProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  return (
    <a
      href={`/${getLocalisedSegment('compare', locale)}/?ids=${productId}`}
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
