import { DAY_MS } from '../../../shared/rules/durations.ts';
import { cleanReturn, listReturnProblems, type ReturnWords } from '../../../shared/rules/returns.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';
import type { ShownGoods } from './page.ts';

/** Value of the choice of goods: both of its parts are of one line of an order. */
export const getGoodsValue = ({ orderId, productVariantId }: ShownGoods): string =>
  `${orderId} ${productVariantId}`;

/** A return as the form has it. */
export function readReturnWords(fields: FormFields): ReturnWords {
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

/** Names of the fields that make the choice of goods. */
const goodsFields: ReadonlySet<string> = new Set(['orderId', 'productVariantId']);

/** The field of the form that a problem is about. */
export const toFormField = (field: string | null): string | null =>
  field !== null && goodsFields.has(field) ? 'goods' : field;

/**
 * All that is wrong with the form, as far as it can be told here: whether a date is past is for the shop to say, whose day may be another.
 *
 * @param photos how many there are
 */
export function listReturnFormProblems(words: ReturnWords, photos: number): FormProblem[] {
  const today = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const problems = listReturnProblems(words, { photos, today }).map(({ field, code }) => ({
    field: toFormField(field),
    code,
  }));
  // Both parts of the choice are missing where nothing is chosen.
  return problems.filter(
    ({ field }, index) => problems.findIndex((other) => other.field === field) === index,
  );
}
