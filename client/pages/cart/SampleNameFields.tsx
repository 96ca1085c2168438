import { MAX_ROUGHAGE_SAMPLE_NAME_LENGTH } from '../../../shared/rules/cart/cart-limits.ts';
import { describeProblem } from '../../features/cart/cart-messages.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { type FormState, useForm } from '../../forms/use-form.ts';
import type { CartLineView } from '../../store/fetch-cart.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './SampleNameFields.module.css';
import { getSampleFieldName, SAMPLE_FORM_ID } from './sample-form-names.ts';
import { useSampleNameSaving } from './use-sample-name-saving.ts';

interface SampleNameFieldsProps {
  line: CartLineView;
  /** State of the form 'cart-sample' of the cart, which the fields belong to. */
  form: FormState;
  /** Sample names of other tests. The same name means the same batch. */
  batchNames: readonly string[];
}

/**
 * Renders the sample names of one test. The fields of all tests belong to one form, which the checkout button
 * also sends.
 */
export function SampleNames({ line, form, batchNames }: SampleNameFieldsProps) {
  const shop = useShop();
  const { t } = shop;
  const { productVariantId, rqsSamples } = line;
  const of = String(productVariantId);
  const { problem, handleBlur } = useSampleNameSaving();
  const removal = useForm('cart-sample-remove', of);
  const isRefused = form.result?.status === 'refused';
  const isSingle = rqsSamples.length === 1;
  const removalId = `sample-removal-${of}`;
  const batchId = `batches-${of}`;
  const failure = removal.result?.problems.find(({ field }) => field === null);
  return (
    <div className={styles.samples}>
      {failure && (
        <FormNotice tone="error">
          <p>{describeProblem(shop, failure)}</p>
        </FormNotice>
      )}
      <div className={styles.form}>
        <ol className={styles.list}>
          {rqsSamples.map(({ sequence, sampleName }, index) => {
            const field = getSampleFieldName(productVariantId, sequence);
            const code = form.getProblem(field) ?? (problem?.sequence === sequence ? problem.code : null);
            const typed = form.getValue(field);
            return (
              <li key={sequence} className={styles.sample}>
                <Field
                  id={field}
                  label={isSingle ? t('cart.sampleName') : t('cart.sampleNumber', { number: index + 1 })}
                  {...(code !== null && { error: describeProblem(shop, { field, code }) })}
                >
                  {(control) => (
                    <Input
                      control={control}
                      name={field}
                      form={SAMPLE_FORM_ID}
                      onBlur={(event) => handleBlur({ productVariantId, sequence, sampleName }, event)}
                      autoComplete="off"
                      maxLength={MAX_ROUGHAGE_SAMPLE_NAME_LENGTH}
                      defaultValue={(isRefused && typed) || (sampleName ?? '')}
                      {...(batchNames.length > 0 && { list: batchId })}
                    />
                  )}
                </Field>
                {!isSingle && (
                  <button
                    type="submit"
                    form={removalId}
                    name="sequence"
                    value={sequence}
                    className={styles.remove}
                  >
                    <Icon name="remove" />
                    <VisuallyHidden>{t('cart.sampleRemove', { number: index + 1 })}</VisuallyHidden>
                  </button>
                )}
              </li>
            );
          })}
        </ol>
        {batchNames.length > 0 && (
          <datalist id={batchId}>
            {batchNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        <div className={styles.foot}>
          <Button
            type="submit"
            form={SAMPLE_FORM_ID}
            name="line"
            value={of}
            variant="line"
            busy={form.isBusy && form.pressed === of}
          >
            {t('cart.sampleSave', { smart_count: rqsSamples.length })}
          </Button>
          <p className={styles.hint}>
            {t(batchNames.length > 0 ? 'cart.sampleBatchHint' : 'cart.sampleHint')}
          </p>
        </div>
      </div>
      {!isSingle && (
        <form id={removalId} ref={removal.ref} method="post" onSubmit={removal.onSubmit}>
          <FormName name="cart-sample-remove" of={of} />
          <input type="hidden" name="productVariantId" value={productVariantId} />
        </form>
      )}
    </div>
  );
}
