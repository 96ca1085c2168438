import { useEffect, useRef } from 'react';
import type { DiscountCodeState } from '../../../shared/contract/cart-calculations.ts';
import { describeDiscountCodeState, describeProblem } from '../../features/cart/cart-messages.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './DiscountCode.module.css';

const CODE_FIELD_ID = 'discount-code';

function findCodeField(): HTMLInputElement | null {
  const field = document.getElementById(CODE_FIELD_ID);
  return field instanceof HTMLInputElement ? field : null;
}

interface DiscountCodeProps {
  state: DiscountCodeState | null;
  /**
   * Names of the forms that apply and remove a code. They differ per page, because each form returns to its
   * page.
   */
  forms?: readonly [use: string, remove: string];
}

/** Renders the discount code field, the effect of the current code and the button that removes it. */
export function DiscountCode({
  state,
  forms: [use, remove] = ['cart-code', 'cart-code-remove'],
}: DiscountCodeProps) {
  const shop = useShop();
  const { t } = shop;
  const form = useForm(use);
  const removal = useForm(remove);
  const { result } = form;
  const [problem] = result?.problems ?? [];
  const typed = result?.status === 'refused' ? form.getValue('code') : (state?.code ?? '');
  const code = state?.code ?? '';
  const isRemoved = removal.result?.status === 'done';
  const known = useRef(code);
  useEffect(() => {
    const field = findCodeField();
    // Shows the code as the shop writes it. A code that is being typed is replaced only when it applies.
    if (known.current !== code && field) field.value = code;
    known.current = code;
  }, [code]);
  useEffect(() => {
    // The button has disappeared with the code, so the focus moves to the field.
    if (isRemoved && document.activeElement === document.body) findCodeField()?.focus();
  }, [isRemoved]);
  return (
    <div className={styles.discount}>
      <form ref={form.ref} method="post" onSubmit={form.onSubmit} noValidate className={styles.form}>
        <FormName name={use} />
        <Field
          id={CODE_FIELD_ID}
          label={t('cart.code')}
          {...(problem && {
            error:
              problem.code === 'required' ? t('form.required.discountCode') : describeProblem(shop, problem),
          })}
        >
          {(control) => (
            <Input control={control} name="code" autoComplete="off" maxLength={100} defaultValue={typed} />
          )}
        </Field>
        <Button type="submit" variant="line" size="large" busy={form.isBusy}>
          {t('cart.codeApply')}
        </Button>
      </form>
      {state && (
        <form ref={removal.ref} method="post" onSubmit={removal.onSubmit} className={styles.state}>
          <FormName name={remove} />
          <p className={joinClasses(styles.words, state.isApplied && styles.active)}>
            <Icon name={state.isApplied ? 'check' : 'info'} size="small" />
            {describeDiscountCodeState(shop, state)}
          </p>
          <Button type="submit" variant="text" busy={removal.isBusy}>
            {t('cart.codeRemove')}
            <VisuallyHidden> {state.code}</VisuallyHidden>
          </Button>
        </form>
      )}
    </div>
  );
}
