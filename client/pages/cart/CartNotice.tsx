import { describeProblem } from '../../features/cart/cart-messages.ts';
import type { FormCartLine } from '../../forms/action-result.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './CartNotice.module.css';

interface CartNoticeProps {
  text: string;
  /** The removed line that can be restored; undefined if none was removed. */
  removed?: FormCartLine | undefined;
}

/** Renders the result of a form as a visible notice. A removed line can be restored. */
export function CartNotice({ text, removed }: CartNoticeProps) {
  return (
    <div className={styles.notice}>
      <Icon name="check" />
      <p>{text}</p>
      {removed && <UndoForm line={removed} />}
    </div>
  );
}

function UndoForm({ line }: { line: FormCartLine }) {
  const shop = useShop();
  const { productVariantId, quantity, sampleNames } = line;
  const of = String(productVariantId);
  const form = useForm('cart-undo', of);
  const [problem] = form.result?.problems ?? [];
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className={styles.undo}>
      <FormName name="cart-undo" of={of} />
      <input type="hidden" name="productVariantId" value={productVariantId} />
      <input type="hidden" name="quantity" value={quantity} />
      {sampleNames && <input type="hidden" name="sampleNames" value={JSON.stringify(sampleNames)} />}
      <Button type="submit" variant="text" busy={form.isBusy}>
        {shop.t('cart.undo')}
      </Button>
      {problem && <p role="alert">{describeProblem(shop, problem)}</p>}
    </form>
  );
}
