import type { SiloOffer } from '../../../shared/contract/silo-quotations.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import {
  maximumSiloHorses,
  maximumSiloKilograms,
  maxSiloFieldLengths,
} from '../../../shared/rules/silo-quotation.ts';
import { createFormFields, findFormProblem } from '../../forms/create-form-fields.tsx';
import { describeEmptyField } from '../../forms/describe-empty-field.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { type Shop, useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { readSiloRequest } from './read-silo-request.ts';
import styles from './SiloForm.module.css';

/** Anchor of the form, target of links and of the page after a submission without script. */
const FORM_ID = 'silo-request';

type FieldName = 'productId' | 'horses' | 'kilograms' | keyof typeof maxSiloFieldLengths;

/** Labels of the fields in display order. */
const labels = {
  productId: 'silo.product',
  horses: 'silo.numberOfHorses',
  kilograms: 'silo.kilograms',
  name: 'silo.name',
  emailAddress: 'silo.email',
  phoneNumber: 'silo.phone',
  zipcode: 'silo.zipcode',
  city: 'silo.city',
  message: 'silo.message',
} as const satisfies Record<FieldName, MessageKey>;
const fields = Object.keys(labels) as FieldName[];

const isTextField = (field: FieldName): field is keyof typeof maxSiloFieldLengths =>
  Object.hasOwn(maxSiloFieldLengths, field);

/**
 * Describes the error of a field and how to fix it. The codes are those of `shared/rules/silo-quotation.ts`.
 */
function describe(
  { t, formats }: Pick<Shop, 't' | 'formats'>,
  field: FieldName,
  code: string,
  offer: SiloOffer,
): string {
  if (field === 'productId') return t('silo.chooseProduct');
  if (field === 'horses') return t('silo.horsesProblem', { max: formats.number(maximumSiloHorses) });
  if (field === 'kilograms') {
    return t('silo.kilogramsProblem', {
      min: formats.weight(offer.minimumDeliveryKg * 1000),
      max: formats.weight(maximumSiloKilograms * 1000),
    });
  }
  if (code === 'maxLength' && isTextField(field))
    return t('form.maxLength', { max: maxSiloFieldLengths[field] });
  if (code === 'required')
    return field === 'zipcode' ? t('form.required.stableZipcode') : describeEmptyField(t, field);
  if (field === 'zipcode') return t('silo.zipcodeProblem', { example: offer.postcodeExample });
  if (field === 'phoneNumber') return t('silo.phoneProblem', { prefix: offer.phonePrefix });
  return t('form.emailFormat');
}

const { FieldsProvider, useTyped, listFieldErrors, FormField, TextField, LongField } = createFormFields({
  idPrefix: FORM_ID,
  labels,
  describe,
});

/** Renders the choice of the feed. */
function ProductField({ products }: Pick<SiloOffer, 'products'>) {
  const { t } = useShop();
  const typed = useTyped('productId');
  const options = products.map(({ productId, title }) => ({ value: String(productId), label: title }));
  return (
    <FormField field="productId">
      {(control) => (
        <Select
          control={control}
          name="productId"
          defaultValue={typed}
          options={[{ label: t('silo.choose'), value: '' }, ...options]}
        />
      )}
    </FormField>
  );
}

/** Renders the request form for a quotation of bulk feed. It is a plain form that works without script. */
export function SiloForm({ offer }: { offer: SiloOffer }) {
  const shop = useShop();
  const { t, formats } = shop;
  const { fromHorses } = useAppState((state) => state.scope.settings.silo);
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  const form = useForm('silo-quotation', '', (typed) => readSiloRequest(typed, offer).problems);
  const isDone = form.result?.status === 'done';
  const failure = findFormProblem(form, fields);
  return (
    <section id={FORM_ID} className={styles.section} aria-labelledby="silo-request-title">
      <Ticket>
        <h2 id="silo-request-title" className={styles.title}>
          {t('silo.requestTitle')}
        </h2>
        <p className={styles.lead}>{t('silo.paysOff', { smart_count: fromHorses })}</p>
        {isDone && (
          <FormNotice tone="ok">
            <p>
              <strong>{t('silo.thanks')}</strong>
            </p>
            <p>{t('silo.thanksNext', { phone })}</p>
          </FormNotice>
        )}
        {failure && (
          <FormNotice tone="error">
            <p>{t(failure.code === 'too_many_attempts' ? 'silo.tooMany' : 'error.tryLater', { phone })}</p>
          </FormNotice>
        )}
        {!isDone && (
          <form
            ref={form.ref}
            className={styles.form}
            method="post"
            action={`#${FORM_ID}`}
            onSubmit={form.onSubmit}
            noValidate
          >
            <FormName name="silo-quotation" />
            <ErrorSummary errors={listFieldErrors(shop, { form, rules: offer }, fields)} />
            <FieldsProvider value={{ form, saved: {}, rules: offer }}>
              {offer.products.length > 0 && (
                <div className={styles.wide}>
                  <ProductField products={offer.products} />
                </div>
              )}
              <TextField field="horses" inputMode="numeric" />
              <TextField
                field="kilograms"
                inputMode="numeric"
                hint={t('silo.kilogramsHint', { weight: formats.weight(offer.minimumDeliveryKg * 1000) })}
              />
              <TextField field="name" autoComplete="name" />
              <TextField field="emailAddress" type="email" autoComplete="email" />
              <TextField field="phoneNumber" type="tel" autoComplete="tel" />
              <TextField
                field="zipcode"
                autoComplete="postal-code"
                hint={t('silo.zipcodeHint', { example: offer.postcodeExample })}
              />
              <div className={styles.wide}>
                <TextField field="city" autoComplete="address-level2" />
              </div>
              <div className={styles.wide}>
                <LongField field="message" hint={t('silo.messageHint')} />
              </div>
            </FieldsProvider>
            <div className={styles.unseen} aria-hidden="true">
              <label>
                {t('form.leaveEmpty')}
                <input name="website" type="text" tabIndex={-1} autoComplete="off" />
              </label>
            </div>
            <div className={styles.wide}>
              <Button type="submit" size="large" full busy={form.isBusy}>
                {t('silo.send')}
              </Button>
            </div>
          </form>
        )}
      </Ticket>
    </section>
  );
}
