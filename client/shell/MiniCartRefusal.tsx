import { describeProblem } from '../features/cart/cart-messages.ts';
import { AddAvailablePiecesToCart } from '../features/catalogue/AddToCart.tsx';
import type { CalculatedCartView } from '../store/fetch-cart.ts';
import { useShop } from '../store/shop.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './MiniCart.module.css';
import type { Addition } from './MiniCart.tsx';

interface MiniCartRefusalProps {
  addition: Addition;
  calculated: CalculatedCartView | null;
  onRetry: () => void;
}

/** Explains why a product was not added, and offers to add the available quantity or to try again. */
export function MiniCartRefusal({ addition, calculated, onRetry }: MiniCartRefusalProps) {
  const shop = useShop();
  const { t } = shop;
  const { productVariantId, title, result } = addition;
  const problem = result.problems[0] ?? { field: null, code: 'failed' };
  const isShort = problem.code === 'insufficient_stock';
  const line = calculated?.products.find((known) => known.productVariantId === productVariantId);
  const inCart = line?.quantity ?? 0;
  const left = isShort ? (problem.amount ?? 0) - inCart : 0;
  const isBackendUnavailable = problem.code === 'failed';
  const isNumber = ['format', 'minimum', 'maximum'].includes(problem.code);
  return (
    <div className={styles.refusal}>
      <Notice tone="error" role="alert">
        <p>
          <strong>{title}</strong>
        </p>
        <p>
          {isBackendUnavailable
            ? t('add.failed')
            : isNumber
              ? t('add.quantityRange')
              : describeProblem(shop, problem)}
          {isShort && inCart > 0 && ` ${t('add.alreadyInCart', { smart_count: inCart })}`}
        </p>
      </Notice>
      {left > 0 && (
        <AddAvailablePiecesToCart productVariantId={productVariantId} title={title} quantity={left} />
      )}
      {isBackendUnavailable && (
        <Button variant="line" icon="refresh" onClick={onRetry}>
          {t('add.retry')}
        </Button>
      )}
    </div>
  );
}
