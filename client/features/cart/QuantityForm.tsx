import { type MouseEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { MAX_LINE_QUANTITY } from '../../../shared/rules/cart/cart-limits.ts';
import { FormName } from '../../forms/FormName.tsx';
import type { FormState } from '../../forms/use-form.ts';
import type { CartLineView } from '../../store/fetch-cart.ts';
import { useShop } from '../../store/shop.tsx';
import { QuantityBox } from '../../ui/QuantityBox.tsx';
import styles from './QuantityForm.module.css';

interface QuantityFormProps {
  line: CartLineView;
  /** State of the form `cart-quantity` for this line. */
  form: FormState;
  /** Id of the element that describes the error; null without an error. */
  errorId: string | null;
  /** Whether the cart is being loaded. The quantity of the line may then be outdated. */
  isLoading?: boolean;
}

/** Whether the text is a valid quantity of a line. */
const isValidQuantityText = (text: string): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_LINE_QUANTITY;

/**
 * Renders the quantity of a line with buttons for one less and one more. It is a plain form. With script, the
 * quantity changes at once and is sent when the previous request has finished: after five presses the visitor
 * waits for two responses.
 */
export function QuantityForm({ line, form, errorId, isLoading = false }: QuantityFormProps) {
  const { t } = useShop();
  const { description: title, productVariantId, quantity, product } = line;
  const input = useRef<HTMLInputElement>(null);
  const setButton = useRef<HTMLButtonElement>(null);
  /** Last quantity sent. A refused quantity is not sent again when the field loses the focus. */
  const sent = useRef(String(quantity));
  const isWaiting = useRef(false);
  const { isBusy, result } = form;
  const isRefused = result?.status === 'refused';
  const most = Math.min(product.stock.amountLeft ?? MAX_LINE_QUANTITY, MAX_LINE_QUANTITY);

  const submit = () => setButton.current?.click();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isBusy) {
      event.preventDefault();
      isWaiting.current = true;
      return;
    }
    sent.current = input.current?.value ?? '';
    form.onSubmit(event);
  };
  const submitLatest = useRef(submit);
  submitLatest.current = submit;

  useEffect(() => {
    if (isBusy || !input.current) return;
    if (isWaiting.current && input.current.value !== sent.current) {
      isWaiting.current = false;
      submitLatest.current();
      return;
    }
    isWaiting.current = false;
    // The server's quantity replaces the field's value, unless the visitor is typing or the value was
    // refused.
    if (isLoading || isRefused || document.activeElement === input.current) return;
    input.current.value = String(quantity);
    sent.current = String(quantity);
  }, [isBusy, isLoading, quantity, isRefused]);

  const step = (pieces: number) => {
    if (!input.current) return;
    const known = isValidQuantityText(input.current.value) ? Number(input.current.value) : quantity;
    // If the stock has dropped below the quantity, one less means the available quantity.
    const next = pieces < 0 ? Math.min(known + pieces, most) : known + pieces;
    if (next < 1 || next > most) return;
    input.current.value = String(next);
    submit();
  };
  const createStep = (pieces: 1 | -1, label: string) => ({
    label,
    type: 'submit' as const,
    name: 'step',
    value: pieces,
    'aria-disabled': (pieces === 1 ? quantity >= most : quantity <= 1) || undefined,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      step(pieces);
    },
  });
  return (
    <form ref={form.ref} method="post" onSubmit={handleSubmit} noValidate aria-busy={isBusy || undefined}>
      <FormName name="cart-quantity" of={String(productVariantId)} />
      <input type="hidden" name="productVariantId" value={productVariantId} />
      {/* Enter presses the first button of a form. Without this one it would decrease the quantity. */}
      <button type="submit" ref={setButton} tabIndex={-1} aria-hidden="true" className={styles.unseen}>
        {t('cart.quantitySet')}
      </button>
      <QuantityBox
        less={createStep(-1, t('cart.oneLess', { title }))}
        more={createStep(1, t('cart.oneMore', { title }))}
        input={{
          ref: input,
          name: 'quantity',
          'aria-label': t('cart.quantityOf', { title }),
          'aria-invalid': errorId !== null || undefined,
          'aria-describedby': errorId ?? undefined,
          defaultValue: isRefused ? form.getValue('quantity') : String(quantity),
          onBlur: ({ currentTarget }) => {
            const { value } = currentTarget;
            if (!isValidQuantityText(value)) {
              if (!isRefused) currentTarget.value = String(quantity);
            } else if (value !== sent.current) submit();
          },
        }}
      />
      <noscript>
        <button type="submit" className={styles.set}>
          {t('cart.quantitySet')}
        </button>
      </noscript>
    </form>
  );
}
