import { useState } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { MAX_RETURN_TEXT_LENGTH, type ReturnReason, returnReasons } from '../../../shared/rules/returns.ts';
import { FormToken } from '../../features/account/FormToken.tsx';
import { RadioCard, RadioCards } from '../../features/checkout/RadioCards.tsx';
import type { FormProblem } from '../../forms/action-result.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { type Shop, useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { describePhotoProblem, PHOTO_FIELD_ID, PhotoField } from './PhotoField.tsx';
import type { AccountReturnsData } from './page.ts';
import styles from './ReturnForm.module.css';
import { getReturnOptionValue } from './read-return.ts';
import type { ChosenPhoto } from './scale-photo.ts';

export const returnReasonTexts: Readonly<Record<ReturnReason, MessageKey>> = {
  damaged: 'returns.reasonDamaged',
  wrong: 'returns.reasonWrong',
  'past-date': 'returns.reasonPastDate',
  other: 'returns.reasonOther',
};

/** Ids of the fields for the error summary, in the order of the form. */
const returnFieldIds = {
  goods: 'return-goods',
  quantity: 'return-quantity',
  reason: 'return-reason',
  labelDate: 'return-label-date',
  description: 'return-description',
  photo: PHOTO_FIELD_ID,
} as const;
type ReturnField = keyof typeof returnFieldIds;
const returnFields: readonly ReturnField[] = [
  'goods',
  'quantity',
  'reason',
  'labelDate',
  'description',
  'photo',
];

const isReturnField = (field: string | null): field is ReturnField =>
  returnFields.some((known) => known === field);

function describeReturnFieldProblem(shop: Pick<Shop, 't'>, field: ReturnField, problem: FormProblem): string {
  const { t } = shop;
  switch (field) {
    case 'goods':
      return t('returns.chooseProduct');
    case 'quantity':
      return t(problem.code === 'maximum' ? 'returns.quantityMaximum' : 'returns.quantityFormat');
    case 'reason':
      return t('returns.chooseReason');
    case 'labelDate':
      if (problem.code === 'required') return t('form.required.labelDate');
      return t(problem.code === 'future' ? 'returns.dateFuture' : 'returns.dateFormat');
    case 'description':
      return t('form.maxLength', { max: MAX_RETURN_TEXT_LENGTH });
    case 'photo':
      return describePhotoProblem(shop, problem);
  }
}

const formProblemTexts: Readonly<Record<string, MessageKey>> = {
  foreign_request: 'account.formOutdated',
  idempotency_key_reused: 'returns.sentBefore',
  not_authenticated: 'account.formOutdated',
  not_found: 'returns.chooseProduct',
  too_many_attempts: 'returns.tooMany',
  upload_too_slow: 'returns.tooSlow',
};

interface ReturnFormProps {
  data: AccountReturnsData;
  form: FormState;
  /** Called with the number of photos. */
  onPhotos: (count: number) => void;
}

/** Renders the form of a new return. It is a plain form that works without script. */
export function ReturnForm({ data, form, onPhotos }: ReturnFormProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  const { result, getValue, getProblem } = form;
  const [length, setLength] = useState([...getValue('description')].length);
  const [isPreparing, setIsPreparing] = useState(false);

  const problems = result?.status === 'refused' ? result.problems : [];
  const whole = problems.find(({ field }) => !isReturnField(field));
  const photoProblems = problems.filter(({ field }) => field === 'photo');
  const errorOf = (field: ReturnField) => {
    const code = getProblem(field);
    return code === null ? {} : { error: describeReturnFieldProblem(shop, field, { field, code }) };
  };
  const errors = returnFields.flatMap((field) => {
    if (field === 'photo') {
      return photoProblems.map((problem) => ({
        id: PHOTO_FIELD_ID,
        text: describePhotoProblem(shop, problem),
      }));
    }
    const { error } = errorOf(field);
    if (error === undefined) return [];
    const isNamed =
      field === 'goods' || field === 'quantity' || field === 'reason' || getProblem(field) === 'required';
    const label = t(field === 'labelDate' ? 'returns.labelDate' : 'returns.description');
    return [{ id: returnFieldIds[field], text: isNamed ? error : `${label}: ${error}` }];
  });

  const handlePhotos = (photos: readonly ChosenPhoto[] | null) => {
    setIsPreparing(photos === null);
    if (photos !== null) onPhotos(photos.length);
  };
  const chosenGoods =
    getValue('goods') ||
    data.goods
      .filter(({ productVariantId }) => productVariantId === data.productVariantId)
      .map(getReturnOptionValue)[0];
  const productError = errorOf('goods').error;
  const reasonError = errorOf('reason').error;
  const percentage = form.progress === null ? null : Math.floor(form.progress * 100);
  return (
    <form
      ref={form.ref}
      className={styles.form}
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => {
        // The form is not sent while photos are being scaled, because the unscaled ones would be sent.
        if (isPreparing) event.preventDefault();
        else form.onSubmit(event);
      }}
    >
      <FormName name="return" />
      <FormToken value={data.owner.formToken} />
      <input type="hidden" name="idempotencyKey" value={data.idempotencyKey} />
      {whole && (
        <FormNotice tone="error">
          <p>{t(formProblemTexts[whole.code] ?? 'error.tryLater', { phone })}</p>
        </FormNotice>
      )}
      <ErrorSummary errors={errors} />
      <RadioCards legend={t('returns.product')}>
        {data.goods.map((goods, index) => (
          <RadioCard
            key={getReturnOptionValue(goods)}
            {...(index === 0 && { id: returnFieldIds.goods })}
            name="goods"
            value={getReturnOptionValue(goods)}
            picture={
              <Arch colourWay={goods.product?.colourWay} className={styles.picture}>
                {goods.product && (
                  <ProductPicture picture={goods.product.picture} sizes="60px" maxWidth={260} alt="" />
                )}
              </Arch>
            }
            title={goods.description}
            note={[goods.productLabel, t('returns.order', { number: goods.orderNumber })]
              .filter((part) => part !== '')
              .join(', ')}
            isChosen={getReturnOptionValue(goods) === chosenGoods}
            isInvalid={productError !== undefined}
          />
        ))}
        {productError && <p className={styles.error}>{productError}</p>}
      </RadioCards>
      <Field id={returnFieldIds.quantity} label={t('returns.quantity')} {...errorOf('quantity')}>
        {(control) => (
          <Input
            control={control}
            name="quantity"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            defaultValue={getValue('quantity') || '1'}
          />
        )}
      </Field>
      <RadioCards legend={t('returns.reason')} isPaired>
        {returnReasons.map((reason, index) => (
          <RadioCard
            key={reason}
            {...(index === 0 && { id: returnFieldIds.reason })}
            name="reason"
            value={reason}
            title={t(returnReasonTexts[reason])}
            isChosen={reason === getValue('reason')}
            isInvalid={reasonError !== undefined}
          >
            {reason === 'past-date' && (
              <Field
                id={returnFieldIds.labelDate}
                label={t('returns.labelDate')}
                hint={t('returns.dateHint')}
                {...errorOf('labelDate')}
              >
                {(control) => (
                  <Input
                    control={control}
                    name="labelDate"
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={10}
                    defaultValue={getValue('labelDate')}
                  />
                )}
              </Field>
            )}
          </RadioCard>
        ))}
        {reasonError && <p className={styles.error}>{reasonError}</p>}
      </RadioCards>
      <Field
        id={returnFieldIds.description}
        label={t('returns.description')}
        hint={t('returns.characters', {
          count: formats.number(length),
          max: formats.number(MAX_RETURN_TEXT_LENGTH),
        })}
        {...errorOf('description')}
      >
        {(control) => (
          <TextArea
            control={control}
            name="description"
            defaultValue={getValue('description')}
            onChange={({ currentTarget }) => setLength([...currentTarget.value].length)}
          />
        )}
      </Field>
      <PhotoField problems={photoProblems} onChosen={handlePhotos} />
      <Notice>
        <p>{t('returns.keepBag')}</p>
      </Notice>
      {percentage !== null && <ProgressBar percentage={percentage} />}
      {/* Announced at each tenth, not at each hundredth. */}
      <span role="status">
        {percentage !== null && t('returns.progress', { percentage: Math.floor(percentage / 10) * 10 })}
      </span>
      <div>
        <Button type="submit" size="large" busy={form.isBusy || isPreparing}>
          {t('returns.send')}
        </Button>
      </div>
    </form>
  );
}
