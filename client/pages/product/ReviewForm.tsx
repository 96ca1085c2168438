import type { SubmitEvent } from 'react';
import type { MessageKey, Translate } from '../../../shared/i18n/translate.ts';
import { maxReviewTextLengths } from '../../../shared/rules/reviews.ts';
import { createFormFields, findFormProblem } from '../../forms/create-form-fields.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { type Shop, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './ReviewForm.module.css';
import { readReview } from './read-review.ts';

/** Anchor of the form, to which the page returns without script. */
const FORM_ID = 'write-review';
/** Anchor inside the form. A browser that navigates there opens the closed element around it. */
export const REVIEW_FORM_ID = 'review-form';

const ratingNames: readonly MessageKey[] = [
  'review.rating1',
  'review.rating2',
  'review.rating3',
  'review.rating4',
  'review.rating5',
];

type ReviewField = keyof typeof maxReviewTextLengths | 'rating';

/** Labels of the fields in display order. */
const labels = {
  rating: 'review.ratingLabel',
  title: 'review.titleLabel',
  opinion: 'review.opinionLabel',
  text: 'review.textLabel',
  name: 'review.nameLabel',
  emailAddress: 'review.emailLabel',
} as const satisfies Record<ReviewField, MessageKey>;
const fields = Object.keys(labels) as ReviewField[];

const emptyFieldMessages = {
  title: 'form.required.reviewTitle',
  opinion: 'form.required.reviewOpinion',
  text: 'form.required.reviewText',
  name: 'form.required.displayName',
  emailAddress: 'form.required.emailAddress',
} as const satisfies Record<Exclude<ReviewField, 'rating'>, MessageKey>;

/**
 * Describes the error of a field and how to fix it. The codes are those of `shared/rules/reviews.ts` and of
 * the API.
 */
function describe({ t }: Pick<Shop, 't'>, field: ReviewField, code: string): string {
  if (field === 'rating') return t('review.ratingRequired');
  if (code === 'maxLength') return t('form.maxLength', { max: maxReviewTextLengths[field] });
  if (code === 'minWords') return t('review.minWords');
  if (code === 'format') return t('form.emailFormat');
  return t(emptyFieldMessages[field]);
}

const { getFieldId, FieldsProvider, useTyped, useFieldError, listFieldErrors, TextField, LongField } =
  createFormFields({ idPrefix: FORM_ID, labels, describe });

/** Describes the error of the form as a whole. */
function describeFailure(t: Translate, code: string): string {
  return t(code === 'too_many_attempts' ? 'review.tooMany' : 'error.tryLater');
}

/**
 * Stores in the form how long the page was open, to detect bots. The field is empty if the form is rendered
 * again.
 */
function writeOpenDuration(form: HTMLFormElement): void {
  const field = form.elements.namedItem('openForMs');
  if (field instanceof HTMLInputElement) field.value = String(Math.round(performance.now()));
}

/** Renders the review form, closed until it is opened. It is a plain form that works without script. */
export function ReviewForm({ productId, productTitle }: { productId: number; productTitle: string }) {
  const shop = useShop();
  const { t } = shop;
  const form = useForm('review', '', (typed) => readReview(typed).problems);
  const { result } = form;
  const failure = findFormProblem(form, fields);
  const isDone = result?.status === 'done';
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!result) writeOpenDuration(event.currentTarget);
    form.onSubmit(event);
  };
  return (
    <details className={styles.write} id={FORM_ID} open={result !== null}>
      <summary>{t('review.write')}</summary>
      <Ticket as="section" className={styles.ticket}>
        <h3 id={REVIEW_FORM_ID} className={styles.title}>
          {t('review.write')}
        </h3>
        <p className={styles.about}>{t('review.formLead', { product: productTitle })}</p>
        {isDone && (
          <FormNotice tone="ok">
            <p>
              <strong>{t('review.thanks')}</strong>
            </p>
            <p>{t('review.thanksNext')}</p>
          </FormNotice>
        )}
        {failure && (
          <FormNotice tone="error">
            <p>{describeFailure(t, failure.code)}</p>
          </FormNotice>
        )}
        {!isDone && (
          <form
            ref={form.ref}
            className={styles.form}
            method="post"
            action={`#${FORM_ID}`}
            onSubmit={handleSubmit}
            noValidate
          >
            <FormName name="review" />
            <input type="hidden" name="productId" value={productId} />
            <input type="hidden" name="openForMs" defaultValue="" />
            <ErrorSummary errors={listFieldErrors(shop, { form, rules: null }, fields)} />
            <FieldsProvider value={{ form, saved: {}, rules: null }}>
              <RatingField />
              <TextField field="title" hint={t('form.maxLength', { max: maxReviewTextLengths.title })} />
              <TextField field="opinion" hint={t('form.maxLength', { max: maxReviewTextLengths.opinion })} />
              <LongField
                field="text"
                hint={form.getProblem('text') === null ? t('review.minWords') : undefined}
              />
              <TextField field="name" autoComplete="name" />
              <TextField
                field="emailAddress"
                type="email"
                autoComplete="email"
                hint={t('review.emailHint')}
              />
            </FieldsProvider>
            <div className={styles.unseen} aria-hidden="true">
              <label>
                {t('form.leaveEmpty')}
                <input name="website" type="text" tabIndex={-1} autoComplete="off" />
              </label>
            </div>
            <Button type="submit" size="large" full busy={form.isBusy}>
              {t('review.send')}
            </Button>
          </form>
        )}
      </Ticket>
    </details>
  );
}

/** Renders the choice of one to five stars. */
function RatingField() {
  const { t } = useShop();
  const value = useTyped('rating');
  const error = useFieldError('rating');
  return (
    <fieldset className={styles.rating} aria-describedby={error ? 'review-rating-error' : undefined}>
      <legend>{t(labels.rating)}</legend>
      <div className={styles.stars}>
        {ratingNames.map((name, index) => (
          <label key={name} className={styles.star}>
            <input
              type="radio"
              id={index === 0 ? getFieldId('rating') : undefined}
              name="rating"
              value={index + 1}
              defaultChecked={value === String(index + 1)}
              aria-invalid={error && index === 0 ? true : undefined}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 3l2.7 6 6.3.6-4.8 4.3 1.4 6.3L12 17l-5.6 3.2 1.4-6.3L3 9.6 9.3 9z" />
            </svg>
            <span className={styles.word}>{t(name)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id="review-rating-error">
          <Icon name="warning" size="small" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
