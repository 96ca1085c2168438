import { MAX_LINE_QUANTITY, MAX_SAMPLE_NAME } from '../../../shared/rules/cart/cart-limits.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { cleanLine } from '../../../shared/rules/typed-text.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import {
  type ActionContext,
  type ActionOutcome,
  type FormAction,
  type FormFields,
  isRefusal,
  listProblems,
} from '../../forms/form-action.ts';
import { createIdempotencyKey } from '../../store/idempotency-key.ts';
import { addToCart, changeCart } from './change-cart.ts';
import { getSampleField } from './sample-field.ts';

type Done = Extract<ActionOutcome, { status: 'done' }>;

/** The cart is another than it was; without script its page says so. */
const finish = ({ scope }: ActionContext, told: Pick<Done, 'line' | 'subject'> = {}): Done => ({
  status: 'done',
  ...told,
  noticePath: getCartPath(scope.language.code),
  changed: ['cart'],
});

/** Refused, and the page shows what is true: the line or the cart may be gone. */
const refuse = (problems: readonly FormProblem[]): ActionOutcome => ({
  status: 'refused',
  problems,
  changed: ['cart'],
});
const gone = refuse([{ field: null, code: 'not_found' }]);

/**
 * Makes a change of the cart that is there. A refusal is told with what is true now: the line or the cart may be gone.
 *
 * @throws ApiError where it has failed
 */
async function attempt(context: ActionContext, change: (id: string) => Promise<ActionOutcome>) {
  const { id } = context.cart;
  if (id === null) return gone;
  try {
    return await change(id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refuse(listProblems(error));
  }
}

const getVariantId = (fields: FormFields): number => Number(fields.get('productVariantId'));

/** What is wrong with a quantity; null where it is one that a line may have. */
function checkQuantity(quantity: number | null): FormProblem | null {
  const code =
    quantity === null ? 'format' : quantity < 1 ? 'minimum' : quantity > MAX_LINE_QUANTITY ? 'maximum' : null;
  return code === null ? null : { field: 'quantity', code };
}

/** The whole number in a field; null where it holds none. */
function readNumber(text: string): number | null {
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * Adds `quantity` pieces (1 where the field is missing) of `productVariantId`; makes the cart where there is none. Sent once more with the same
 * `idempotencyKey` it counts once.
 */
export const addProduct: FormAction = async (context) => {
  const { fields } = context;
  const quantity = readNumber(fields.get('quantity') || '1');
  const problem = checkQuantity(quantity);
  if (problem || quantity === null) return { status: 'refused', problems: problem ? [problem] : [] };
  const productVariantId = getVariantId(fields);
  const idempotencyKey = fields.get('idempotencyKey') || createIdempotencyKey();
  await changeCart(context, (id) => addToCart(context, { id, productVariantId, quantity, idempotencyKey }));
  return finish(context, { line: { productVariantId, quantity } });
};

/** Sets a line to `quantity` pieces, and so many more or less as the button `step` says. */
export const setQuantity: FormAction = async (context) => {
  const { api, fields, options } = context;
  const typed = readNumber(fields.get('quantity'));
  const quantity = typed === null ? null : typed + (readNumber(fields.get('step')) ?? 0);
  const problem = checkQuantity(quantity);
  if (problem || quantity === null) return { status: 'refused', problems: problem ? [problem] : [] };
  const productVariantId = getVariantId(fields);
  return attempt(context, async (id) => {
    await api.alterCartProduct({ params: { id, productVariantId }, query: { quantity } }, options);
    return finish(context, { line: { productVariantId, quantity } });
  });
};

/** Takes `productVariantId` out of the cart, and tells what it was, so that it can be put back. */
export const removeProduct: FormAction = async (context) => {
  const { api, fields, options } = context;
  const productVariantId = getVariantId(fields);
  return attempt(context, async (id) => {
    const { products, unavailableProducts } = await api.calculateCart2({ params: { id } }, options);
    await api.removeCartProduct({ params: { id, productVariantId } }, options);
    const line = products.find((known) => known.productVariantId === productVariantId);
    if (line) {
      const { description, quantity, rqsSamples, product } = line;
      const sampleNames = rqsSamples.map(({ sampleName }) => sampleName);
      return finish(context, {
        subject: { title: description, url: product.url },
        line: { productVariantId, quantity, ...(sampleNames.length > 0 && { sampleNames }) },
      });
    }
    const lost = unavailableProducts.find((known) => known.productVariantId === productVariantId);
    // What is sold no longer has no page, and cannot be put back.
    return finish(context, lost ? { subject: { title: lost.description, url: '/' } } : {});
  });
};

/** Names that a form carries along; none where it is not a list of ours. */
function readNames(text: string): readonly (string | null)[] {
  let read: unknown;
  try {
    read = JSON.parse(text || '[]');
  } catch {
    return [];
  }
  const isName = (value: unknown): value is string | null => value === null || typeof value === 'string';
  return Array.isArray(read) && read.every(isName) ? read : [];
}

/** Puts a line back that was taken out: `productVariantId`, its `quantity`, and `sampleNames` as JSON. */
export const undoRemoval: FormAction = async (context) => {
  const { api, cart, fields, options } = context;
  const names = readNames(fields.get('sampleNames'));
  const outcome = await addProduct(context);
  const { id } = cart;
  if (outcome.status === 'refused' || id === null || names.length === 0) return outcome;
  const productVariantId = getVariantId(fields);
  const { products } = await api.fetchCart({ params: { id } }, options);
  const line = products.find((known) => known.productVariantId === productVariantId);
  const samples = line?.rqsSamples.slice(-names.length) ?? [];
  for (const [index, { sequence }] of samples.entries()) {
    const samplename = names[index];
    if (!samplename) continue;
    try {
      await api.nameRqsSample({ params: { id }, query: { productVariantId, sequence, samplename } }, options);
    } catch (error) {
      // Another sample has the name by now: the page asks for one.
      if (!isRefusal(error)) throw error;
    }
  }
  return outcome;
};

interface TypedSample {
  readonly productVariantId: number;
  readonly sequence: number;
  /** Stored name. */
  readonly sampleName: string | null;
  readonly field: string;
  readonly samplename: string;
}

/** Stores the name of a sample if it is new. @returns what is wrong with it */
async function nameSample(
  { api, options }: ActionContext,
  id: string,
  { productVariantId, sequence, sampleName, field, samplename }: TypedSample,
): Promise<readonly FormProblem[]> {
  if (samplename === (sampleName ?? '')) return [];
  if (samplename === '') return [{ field, code: 'required' }];
  if ([...samplename].length > MAX_SAMPLE_NAME) return [{ field, code: 'maxLength' }];
  try {
    await api.nameRqsSample({ params: { id }, query: { productVariantId, sequence, samplename } }, options);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return listProblems(error).map(({ code }) => ({ field, code }));
  }
}

/**
 * Stores the names of all samples in the cart, each from its own field (`getSampleField`): valid names are stored even if others are not. The
 * button `line` of a test then stays on the page, as does the Enter key; the button `next` leads to the checkout if every sample has a name.
 */
export const nameSamples: FormAction = async (context) => {
  const { api, cart, fields, options, scope } = context;
  const { id } = cart;
  if (id === null) return gone;
  const { products } = await api.fetchCart({ params: { id } }, options);
  const typed = products.flatMap(({ productVariantId, rqsSamples }) =>
    rqsSamples.map(({ sequence, sampleName }): TypedSample => {
      const field = getSampleField(productVariantId, sequence);
      return { productVariantId, sequence, sampleName, field, samplename: cleanLine(fields.get(field)) };
    }),
  );
  const line = products.find(({ productVariantId }) => String(productVariantId) === fields.get('line'));
  const isLeaving = fields.get('next') !== '';
  const problems: FormProblem[] = [];
  for (const sample of typed) problems.push(...(await nameSample(context, id, sample)));
  // Enter in a field presses neither button: all names are stored, and the page stays.
  const isOfLine = ({ productVariantId }: TypedSample) =>
    line === undefined || productVariantId === line.productVariantId;
  const isLineEmpty = typed.filter(isOfLine).every(({ samplename }) => samplename === '');
  for (const sample of typed) {
    const isRequired = isLeaving || (isLineEmpty && isOfLine(sample));
    if (isRequired && sample.samplename === '' && sample.sampleName === null) {
      problems.push({ field: sample.field, code: 'required' });
    }
  }
  if (problems.length > 0) return refuse(problems);
  if (isLeaving) {
    return { status: 'done', path: getCheckoutPath(scope.language.code, 'billing'), changed: ['cart'] };
  }
  const quantity = line?.count ?? typed.length;
  return finish(context, { line: { productVariantId: line?.productVariantId ?? 0, quantity } });
};

/** Takes the sample `sequence` of `productVariantId` out, and with it one piece of its test. */
export const removeSample: FormAction = async (context) => {
  const { api, fields, options } = context;
  const sequence = readNumber(fields.get('sequence'));
  if (sequence === null) return gone;
  const productVariantId = getVariantId(fields);
  return attempt(context, async (id) => {
    await api.removeRqsSample({ params: { id, productVariantId, sequence } }, options);
    return finish(context);
  });
};

/** Uses the discount code `code`, in place of another; makes the cart where there is none. */
export const setCode: FormAction = async (context) => {
  const { api, fields, options } = context;
  const code = fields.get('code');
  if (code === '') return { status: 'refused', problems: [{ field: 'code', code: 'required' }] };
  try {
    await changeCart(context, (id) => api.setDiscountCode({ params: { id }, query: { code } }, options));
  } catch (error) {
    // The API looks at how it is written, too: what no code can be is one that nobody knows.
    if (!isRefusal(error) || error.code !== 'validation_failed') throw error;
    return { status: 'refused', problems: [{ field: 'code', code: 'discount_code_unknown' }] };
  }
  return finish(context);
};

/** Uses no discount code any more. */
export const removeCode: FormAction = async (context) => {
  const { api, options } = context;
  return attempt(context, async (id) => {
    await api.removeDiscountCode({ params: { id } }, options);
    return finish(context);
  });
};
