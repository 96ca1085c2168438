import type { SiloOffer } from '../../../shared/contract/silo-quotations.ts';
import type { Formats } from '../../../shared/i18n/formats.ts';
import type { MessageKey, Translate } from '../../../shared/i18n/translate.ts';
import { maximumHorses, maximumKilograms, siloLimits } from '../../../shared/rules/silo-quotation.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { readSiloRequest } from './read-silo-request.ts';
import styles from './SiloForm.module.css';

/** Anchor of the form: where the page comes back to without script, and where links to it lead. */
const FORM_ID = 'silo-request';

type FieldName = 'productId' | 'horses' | 'kilograms' | keyof typeof siloLimits;

/** In the order in which they stand. */
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

/** Id of a field's control. */
const getId = (field: FieldName) => `${FORM_ID}-${field}`;

const isText = (field: FieldName): field is keyof typeof siloLimits => Object.hasOwn(siloLimits, field);

/** What is wrong with a field and how to mend it, by the codes of `shared/rules/silo-quotation.ts`. */
function describe(t: Translate, field: FieldName, code: string, offer: SiloOffer, formats: Formats): string {
  if (field === 'productId') return t('silo.chooseProduct');
  if (field === 'horses') return t('silo.horsesProblem', { max: formats.number(maximumHorses) });
  if (field === 'kilograms') {
    return t('silo.kilogramsProblem', {
      min: formats.weight(offer.minimumDeliveryKg * 1000),
      max: formats.weight(maximumKilograms * 1000),
    });
  }
  if (code === 'maxLength' && isText(field)) return t('form.maxLength', { max: siloLimits[field] });
  if (code === 'required') return t('form.required', { field: t(labels[field]) });
  if (field === 'zipcode') return t('silo.zipcodeProblem', { example: offer.postcodeExample });
  if (field === 'phoneNumber') return t('silo.phoneProblem', { prefix: offer.phonePrefix });
  return t('form.emailFormat');
}

/** The request for a quotation of feed in bulk. A plain form: it works without script. */
export function SiloForm({ offer }: { offer: SiloOffer }) {
  const { t, formats } = useShop();
  const { fromHorses } = useAppState((state) => state.scope.settings.silo);
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  const form = useForm('silo-quotation', '', (fields) => readSiloRequest(fields, offer).problems);
  const { result, getValue, getProblem } = form;
  const isDone = result?.status === 'done';
  // What is wrong with a field that nobody sees is wrong with the whole.
  const failure =
    result?.problems.find(({ field }) => !fields.some((shown) => shown === field))?.code ?? null;
  const errorOf = (field: FieldName) => {
    const code = getProblem(field);
    return code === null ? {} : { error: describe(t, field, code, offer, formats) };
  };
  const errors = fields.flatMap((field) => {
    const { error } = errorOf(field);
    if (error === undefined) return [];
    const isNamed = getProblem(field) === 'required';
    return [{ id: getId(field), text: isNamed ? error : `${t(labels[field])}: ${error}` }];
  });
  const nothingChosen = { label: t('silo.choose'), value: '' };
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
        {failure !== null && (
          <FormNotice tone="error">
            <p>{t(failure === 'too_many_attempts' ? 'silo.tooMany' : 'error.tryLater', { phone })}</p>
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
            <ErrorSummary errors={errors} />
            {offer.products.length > 0 && (
              <div className={styles.wide}>
                <Field id={getId('productId')} label={t(labels.productId)} {...errorOf('productId')}>
                  {(control) => (
                    <Select
                      control={control}
                      name="productId"
                      defaultValue={getValue('productId')}
                      options={[
                        nothingChosen,
                        ...offer.products.map(({ productId, title }) => ({
                          value: String(productId),
                          label: title,
                        })),
                      ]}
                    />
                  )}
                </Field>
              </div>
            )}
            <Field id={getId('horses')} label={t(labels.horses)} {...errorOf('horses')}>
              {(control) => (
                <Input
                  control={control}
                  name="horses"
                  inputMode="numeric"
                  defaultValue={getValue('horses')}
                />
              )}
            </Field>
            <Field
              id={getId('kilograms')}
              label={t(labels.kilograms)}
              hint={t('silo.kilogramsHint', { weight: formats.weight(offer.minimumDeliveryKg * 1000) })}
              {...errorOf('kilograms')}
            >
              {(control) => (
                <Input
                  control={control}
                  name="kilograms"
                  inputMode="numeric"
                  defaultValue={getValue('kilograms')}
                />
              )}
            </Field>
            <Field id={getId('name')} label={t(labels.name)} {...errorOf('name')}>
              {(control) => (
                <Input control={control} name="name" autoComplete="name" defaultValue={getValue('name')} />
              )}
            </Field>
            <Field id={getId('emailAddress')} label={t(labels.emailAddress)} {...errorOf('emailAddress')}>
              {(control) => (
                <Input
                  control={control}
                  name="emailAddress"
                  type="email"
                  autoComplete="email"
                  defaultValue={getValue('emailAddress')}
                />
              )}
            </Field>
            <Field id={getId('phoneNumber')} label={t(labels.phoneNumber)} {...errorOf('phoneNumber')}>
              {(control) => (
                <Input
                  control={control}
                  name="phoneNumber"
                  type="tel"
                  autoComplete="tel"
                  defaultValue={getValue('phoneNumber')}
                />
              )}
            </Field>
            <Field
              id={getId('zipcode')}
              label={t(labels.zipcode)}
              hint={t('silo.zipcodeHint', { example: offer.postcodeExample })}
              {...errorOf('zipcode')}
            >
              {(control) => (
                <Input
                  control={control}
                  name="zipcode"
                  autoComplete="postal-code"
                  defaultValue={getValue('zipcode')}
                />
              )}
            </Field>
            <div className={styles.wide}>
              <Field id={getId('city')} label={t(labels.city)} {...errorOf('city')}>
                {(control) => (
                  <Input
                    control={control}
                    name="city"
                    autoComplete="address-level2"
                    defaultValue={getValue('city')}
                  />
                )}
              </Field>
            </div>
            <div className={styles.wide}>
              <Field
                id={getId('message')}
                label={t(labels.message)}
                hint={t('silo.messageHint')}
                {...errorOf('message')}
              >
                {(control) => (
                  <TextArea control={control} name="message" defaultValue={getValue('message')} />
                )}
              </Field>
            </div>
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
