import type { FormProblem } from '../../forms/action-result.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { CartLineView } from '../../store/fetch-cart.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { describeProblem } from './cart-messages.ts';
import styles from './QuantityProblem.module.css';

type QuantityLine = Pick<CartLineView, 'productVariantId' | 'quantity' | 'description' | 'availableAmount'>;

/**
 * Returns the available quantity if it is lower than requested, either in the last request or because other
 * customers have bought some since.
 *
 * @returns null if enough is in stock
 */
export const findAvailableQuantity = (
  { availableAmount }: Pick<QuantityLine, 'availableAmount'>,
  problem: FormProblem | undefined,
): number | null => (problem?.code === 'insufficient_stock' ? (problem.amount ?? 0) : availableAmount);

interface QuantityProblemProps {
  id: string;
  line: QuantityLine;
  /** Error of the quantity that was sent last. */
  problem: FormProblem | undefined;
  className?: string | undefined;
}

/**
 * Describes the error of a line's quantity. If the stock is too low, offers to take the available quantity.
 */
export function QuantityProblem({ id, line, problem, className }: QuantityProblemProps) {
  const shop = useShop();
  const available = findAvailableQuantity(line, problem);
  const visibleProblem: FormProblem | undefined =
    available === null ? problem : { field: null, code: 'insufficient_stock', amount: available };
  return (
    <div id={id} className={joinClasses(styles.problem, className)} role={problem ? 'alert' : undefined}>
      <p>
        <Icon name="warning" size="small" />
        {visibleProblem && describeProblem(shop, visibleProblem)}
      </p>
      {available !== null && available > 0 && available !== line.quantity && (
        <UseAvailableQuantityForm line={line} amount={available} />
      )}
    </div>
  );
}

/** Renders the button that takes the available quantity. */
function UseAvailableQuantityForm({ line, amount }: { line: QuantityLine; amount: number }) {
  const { t } = useShop();
  const of = String(line.productVariantId);
  const form = useForm('cart-quantity', of);
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit}>
      <FormName name="cart-quantity" of={of} />
      <input type="hidden" name="productVariantId" value={line.productVariantId} />
      <input type="hidden" name="quantity" value={amount} />
      <Button type="submit" variant="line" busy={form.isBusy}>
        {t('cart.takeAvailable', { smart_count: amount })}
        <VisuallyHidden> {line.description}</VisuallyHidden>
      </Button>
    </form>
  );
}
