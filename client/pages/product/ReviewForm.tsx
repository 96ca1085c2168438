import type { SubmitEvent } from 'react';
import type { MessageKey, Translate } from '../../../shared/i18n/translate.ts';
import { reviewLimits } from '../../../shared/rules/reviews.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './ReviewForm.module.css';
import { readReview } from './read-review.ts';

/** Anchor of the form: where the page comes back to without script. */
const FORM_ID = 'write-review';
/** Anchor within it: a browser that goes there opens what is closed around it. */
export const REVIEW_FORM_ID = 'review-form';

const ratingNames: readonly MessageKey[] = [
  'review.rating1',
  'review.rating2',
  'review.rating3',
  'review.rating4',
  'review.rating5',
];

type TextField = keyof typeof reviewLimits;

/** In the order in which they stand. */
const labels = {
  rating: 'review.ratingLabel',
  title: 'review.titleLabel',
  opinion: 'review.opinionLabel',
  text: 'review.textLabel',
  name: 'review.nameLabel',
  emailAddress: 'review.emailLabel',
} as const satisfies Record<TextField | 'rating', MessageKey>;
const fields = Object.keys(labels) as (TextField | 'rating')[];

/** Id of a field's control. */
const getId = (field: TextField | 'rating') => `${FORM_ID}-${field}`;

/** What is wrong with a field, and how to mend it; the codes are those of `shared/rules/reviews.ts` and of the API. */
function describe(t: Translate, field: TextField | 'rating', code: string | null): string | undefined {
  if (code === null) return undefined;
  if (field === 'rating') return t('review.ratingRequired');
  if (code === 'maxLength') return t('form.maxLength', { max: reviewLimits[field] });
  if (code === 'minWords') return t('review.minWords');
  if (code === 'format') return t('form.emailFormat');
  return t('form.required', { field: t(labels[field]) });
}

/** What is wrong with the whole. */
function describeFailure(t: Translate, code: string): string {
  return t(code === 'too_many_attempts' ? 'review.tooMany' : 'error.tryLater');
}

/** Tells how long the page was open, so that a program may be told from a person. Nothing where the form comes again. */
function noteTime(form: HTMLFormElement): void {
  const field = form.elements.namedItem('openForMs');
  if (field instanceof HTMLInputElement) field.value = String(Math.round(performance.now()));
}

/** The form for a review, closed until it is asked for. A plain form: it works without script. */
export function ReviewForm({ productId, productTitle }: { productId: number; productTitle: string }) {
  const { t } = useShop();
  const form = useForm('review', '', (fields) => readReview(fields).problems);
  const { result, getValue, getProblem } = form;
  // What is wrong with a field that nobody sees is wrong with the whole.
  const failure =
    result?.problems.find(({ field }) => !fields.some((shown) => shown === field))?.code ?? null;
  const isDone = result?.status === 'done';
  const errorOf = (field: TextField | 'rating') => {
    const error = describe(t, field, getProblem(field));
    return error === undefined ? {} : { error };
  };
  const errors = fields.flatMap((field) => {
    const { error } = errorOf(field);
    if (error === undefined) return [];
    const isNamed = field === 'rating' || getProblem(field) === 'required';
    return [{ id: getId(field), text: isNamed ? error : `${t(labels[field])}: ${error}` }];
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!result) noteTime(event.currentTarget);
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
        {failure !== null && (
          <FormNotice tone="error">
            <p>{describeFailure(t, failure)}</p>
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
            <ErrorSummary errors={errors} />
            <RatingField value={getValue('rating')} {...errorOf('rating')} />
            <Field
              id={getId('title')}
              label={t(labels.title)}
              hint={t('form.maxLength', { max: reviewLimits.title })}
              {...errorOf('title')}
            >
              {(control) => <Input control={control} name="title" defaultValue={getValue('title')} />}
            </Field>
            <Field
              id={getId('opinion')}
              label={t(labels.opinion)}
              hint={t('form.maxLength', { max: reviewLimits.opinion })}
              {...errorOf('opinion')}
            >
              {(control) => <Input control={control} name="opinion" defaultValue={getValue('opinion')} />}
            </Field>
            <Field
              id={getId('text')}
              label={t(labels.text)}
              {...(errorOf('text').error ? errorOf('text') : { hint: t('review.minWords') })}
            >
              {(control) => <TextArea control={control} name="text" defaultValue={getValue('text')} />}
            </Field>
            <Field id={getId('name')} label={t(labels.name)} {...errorOf('name')}>
              {(control) => (
                <Input control={control} name="name" autoComplete="name" defaultValue={getValue('name')} />
              )}
            </Field>
            <Field
              id={getId('emailAddress')}
              label={t(labels.emailAddress)}
              hint={t('review.emailHint')}
              {...errorOf('emailAddress')}
            >
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

function RatingField({ value, error }: { value: string; error?: string }) {
  const { t } = useShop();
  return (
    <fieldset className={styles.rating} aria-describedby={error ? 'review-rating-error' : undefined}>
      <legend>{t(labels.rating)}</legend>
      <div className={styles.stars}>
        {ratingNames.map((name, index) => (
          <label key={name} className={styles.star}>
            <input
              type="radio"
              id={index === 0 ? getId('rating') : undefined}
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
