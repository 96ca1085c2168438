import { DAY_MS } from '../../../shared/rules/durations.ts';
import { cleanReturn, listReturnProblems, type ReturnInput } from '../../../shared/rules/returns.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';
import type { ReturnableProductView } from './page.ts';

/** Returns the option value of a product, which combines order and product variant. */
export const getReturnOptionValue = ({ orderId, productVariantId }: ReturnableProductView): string =>
  `${orderId} ${productVariantId}`;

/** Reads the return of a form. */
export function readReturnInput(fields: FormFields): ReturnInput {
  const [orderId = '', productVariantId = ''] = fields.get('goods').split(' ');
  return cleanReturn({
    orderId,
    productVariantId,
    quantity: fields.get('quantity'),
    reason: fields.get('reason'),
    description: fields.get('description'),
    labelDate: fields.get('labelDate'),
  });
}

/** API fields that the product choice of the form sets. */
const productChoiceFields: ReadonlySet<string> = new Set(['orderId', 'productVariantId']);

/** Returns the form field of an API field. */
export const toFormField = (field: string | null): string | null =>
  field !== null && productChoiceFields.has(field) ? 'goods' : field;

/**
 * Validates the form. Whether a date is in the past is checked by the backend, because its current date may
 * differ.
 *
 * @param photos number of photos
 */
export function listReturnFormProblems(words: ReturnInput, photos: number): FormProblem[] {
  const today = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const problems = listReturnProblems(words, { photos, today }).map(({ field, code }) => ({
    field: toFormField(field),
    code,
  }));
  // Without a choice both API fields are missing; reports only one error.
  return problems.filter(
    ({ field }, index) => problems.findIndex((other) => other.field === field) === index,
  );
}
