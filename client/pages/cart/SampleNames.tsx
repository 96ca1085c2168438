import { MAX_SAMPLE_NAME } from '../../../shared/rules/cart/cart-limits.ts';
import { describeProblem } from '../../features/cart/cart-words.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { ShownLine } from '../../store/fetch-cart.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './SampleNames.module.css';
import { getSampleField, getSampleFieldId } from './sample-field.ts';

interface SampleNamesProps {
  line: ShownLine;
  /** Names that samples of other tests have: the same one means the same batch. */
  batchNames: readonly string[];
}

/** The names of the samples of one test, all in one form, so that many are sent as one. */
export function SampleNames({ line, batchNames }: SampleNamesProps) {
  const shop = useShop();
  const { t } = shop;
  const { productVariantId, rqsSamples } = line;
  const of = String(productVariantId);
  const form = useForm('cart-sample', of);
  const removal = useForm('cart-sample-remove', of);
  const isRefused = form.result?.status === 'refused';
  const isSingle = rqsSamples.length === 1;
  const removalId = `sample-removal-${of}`;
  const batchId = `batches-${of}`;
  const failure =
    form.result?.problems.find(({ field }) => field === null) ??
    removal.result?.problems.find(({ field }) => field === null);
  return (
    <div className={styles.samples}>
      {failure && (
        <FormNotice tone="error">
          <p>{describeProblem(shop, failure)}</p>
        </FormNotice>
      )}
      <form ref={form.ref} method="post" onSubmit={form.onSubmit} noValidate className={styles.form}>
        <FormName name="cart-sample" of={of} />
        <input type="hidden" name="productVariantId" value={productVariantId} />
        <ol className={styles.list}>
          {rqsSamples.map(({ sequence, sampleName }, index) => {
            const field = getSampleField(sequence);
            const code = form.getProblem(field);
            const typed = form.getValue(field);
            return (
              <li key={sequence} className={styles.sample}>
                <Field
                  id={getSampleFieldId(productVariantId, sequence)}
                  label={isSingle ? t('cart.sampleName') : t('cart.sampleNumber', { number: index + 1 })}
                  {...(code !== null && { error: describeProblem(shop, { field, code }) })}
                >
                  {(control) => (
                    <Input
                      control={control}
                      name={field}
                      autoComplete="off"
                      maxLength={MAX_SAMPLE_NAME}
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
          <Button type="submit" variant="line" busy={form.isBusy}>
            {t('cart.sampleSave', { smart_count: rqsSamples.length })}
          </Button>
          <p className={styles.hint}>
            {t(batchNames.length > 0 ? 'cart.sampleBatchHint' : 'cart.sampleHint')}
          </p>
        </div>
      </form>
      {!isSingle && (
        <form id={removalId} ref={removal.ref} method="post" onSubmit={removal.onSubmit}>
          <FormName name="cart-sample-remove" of={of} />
          <input type="hidden" name="productVariantId" value={productVariantId} />
        </form>
      )}
    </div>
  );
}
