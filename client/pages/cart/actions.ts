import {
  MAX_LINE_QUANTITY,
  MAX_ROUGHAGE_SAMPLE_NAME_LENGTH,
} from '../../../shared/rules/cart/cart-limits.ts';
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
import { getSampleFieldName } from './sample-form-names.ts';

type DoneOutcome = Extract<ActionOutcome, { status: 'done' }>;

/** Returns the outcome of a changed cart. Without script the cart page reports it. */
const createDoneOutcome = (
  { scope }: ActionContext,
  told: Pick<DoneOutcome, 'line' | 'subject'> = {},
): DoneOutcome => ({
  status: 'done',
  ...told,
  noticePath: getCartPath(scope.language.code),
  changed: ['cart'],
});

/** Returns a refusal and marks the cart as changed, because the line or the cart may no longer exist. */
const createRefusal = (problems: readonly FormProblem[]): ActionOutcome => ({
  status: 'refused',
  problems,
  changed: ['cart'],
});
const cartGoneOutcome = createRefusal([{ field: null, code: 'not_found' }]);

/**
 * Changes an existing cart. A refusal also reloads the cart, because the line or the cart may no longer
 * exist.
 *
 * @throws ApiError if the change fails
 */
async function changeCartOrRefuse(context: ActionContext, change: (id: string) => Promise<ActionOutcome>) {
  const { id } = context.cart;
  if (id === null) return cartGoneOutcome;
  try {
    return await change(id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return createRefusal(listProblems(error));
  }
}

const getVariantId = (fields: FormFields): number => Number(fields.get('productVariantId'));

/** Returns the error of a quantity, or null if it is valid. */
function findQuantityProblem(quantity: number | null): FormProblem | null {
  const code =
    quantity === null ? 'format' : quantity < 1 ? 'minimum' : quantity > MAX_LINE_QUANTITY ? 'maximum' : null;
  return code === null ? null : { field: 'quantity', code };
}

/** Returns the integer of a field, or null if it has none. */
function parseInteger(text: string): number | null {
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * Adds `quantity` pieces (default 1) of `productVariantId`. Creates the cart if there is none. A repeated
 * form with the same `idempotencyKey` counts once.
 */
export const addProduct: FormAction = async (context) => {
  const { fields } = context;
  const quantity = parseInteger(fields.get('quantity') || '1');
  const problem = findQuantityProblem(quantity);
  if (problem || quantity === null) return { status: 'refused', problems: problem ? [problem] : [] };
  const productVariantId = getVariantId(fields);
  const idempotencyKey = fields.get('idempotencyKey') || createIdempotencyKey();
  await changeCart(context, (id) => addToCart(context, { id, productVariantId, quantity, idempotencyKey }));
  return createDoneOutcome(context, { line: { productVariantId, quantity } });
};

/** Sets a line to `quantity` pieces, plus the value of the button `step`. */
export const setQuantity: FormAction = async (context) => {
  const { api, fields, options } = context;
  const typed = parseInteger(fields.get('quantity'));
  const quantity = typed === null ? null : typed + (parseInteger(fields.get('step')) ?? 0);
  const problem = findQuantityProblem(quantity);
  if (problem || quantity === null) return { status: 'refused', problems: problem ? [problem] : [] };
  const productVariantId = getVariantId(fields);
  return changeCartOrRefuse(context, async (id) => {
    await api.alterCartProduct({ params: { id, productVariantId }, query: { quantity } }, options);
    return createDoneOutcome(context, { line: { productVariantId, quantity } });
  });
};

/** Removes `productVariantId` from the cart and returns the line, so that it can be restored. */
export const removeProduct: FormAction = async (context) => {
  const { api, fields, options } = context;
  const productVariantId = getVariantId(fields);
  return changeCartOrRefuse(context, async (id) => {
    const { products, unavailableProducts } = await api.calculateCart2({ params: { id } }, options);
    await api.removeCartProduct({ params: { id, productVariantId } }, options);
    const line = products.find((known) => known.productVariantId === productVariantId);
    if (line) {
      const { description, quantity, rqsSamples, product } = line;
      const sampleNames = rqsSamples.map(({ sampleName }) => sampleName);
      return createDoneOutcome(context, {
        subject: { title: description, url: product.url },
        line: { productVariantId, quantity, ...(sampleNames.length > 0 && { sampleNames }) },
      });
    }
    const lost = unavailableProducts.find((known) => known.productVariantId === productVariantId);
    // A discontinued product has no page and cannot be restored.
    return createDoneOutcome(context, lost ? { subject: { title: lost.description, url: '/' } } : {});
  });
};

/** Returns the sample names in a form, or none if the text is not a list of names. */
function parseSampleNames(text: string): readonly (string | null)[] {
  let read: unknown;
  try {
    read = JSON.parse(text || '[]');
  } catch {
    return [];
  }
  const isName = (value: unknown): value is string | null => value === null || typeof value === 'string';
  return Array.isArray(read) && read.every(isName) ? read : [];
}

/** Restores a removed line from `productVariantId`, `quantity`, and `sampleNames` as JSON. */
export const undoRemoval: FormAction = async (context) => {
  const { api, cart, fields, options } = context;
  const names = parseSampleNames(fields.get('sampleNames'));
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
      // Another sample uses the name by now, so the page asks for a name.
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

/** Stores the name of a sample if it has changed. @returns its error */
async function nameSample(
  { api, options }: ActionContext,
  id: string,
  { productVariantId, sequence, sampleName, field, samplename }: TypedSample,
): Promise<readonly FormProblem[]> {
  if (samplename === (sampleName ?? '')) return [];
  if (samplename === '') return [{ field, code: 'required' }];
  if ([...samplename].length > MAX_ROUGHAGE_SAMPLE_NAME_LENGTH) return [{ field, code: 'maxLength' }];
  try {
    await api.nameRqsSample({ params: { id }, query: { productVariantId, sequence, samplename } }, options);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return listProblems(error).map(({ code }) => ({ field, code }));
  }
}

/**
 * Stores the names of all samples in the cart, each from its own field (`getSampleFieldName`). Valid names are
 * stored even if others are invalid. The button `line` of a test and the Enter key stay on the page. The
 * button `next` opens the checkout if every sample has a name.
 */
export const nameSamples: FormAction = async (context) => {
  const { api, cart, fields, options, scope } = context;
  const { id } = cart;
  if (id === null) return cartGoneOutcome;
  const { products } = await api.fetchCart({ params: { id } }, options);
  const typed = products.flatMap(({ productVariantId, rqsSamples }) =>
    rqsSamples.map(({ sequence, sampleName }): TypedSample => {
      const field = getSampleFieldName(productVariantId, sequence);
      return { productVariantId, sequence, sampleName, field, samplename: cleanLine(fields.get(field)) };
    }),
  );
  const line = products.find(({ productVariantId }) => String(productVariantId) === fields.get('line'));
  const isLeaving = fields.get('next') !== '';
  const problems: FormProblem[] = [];
  for (const sample of typed) problems.push(...(await nameSample(context, id, sample)));
  // Enter presses neither button: all names are stored and the page stays.
  const isOfLine = ({ productVariantId }: TypedSample) =>
    line === undefined || productVariantId === line.productVariantId;
  const isLineEmpty = typed.filter(isOfLine).every(({ samplename }) => samplename === '');
  for (const sample of typed) {
    const isRequired = isLeaving || (isLineEmpty && isOfLine(sample));
    if (isRequired && sample.samplename === '' && sample.sampleName === null) {
      problems.push({ field: sample.field, code: 'required' });
    }
  }
  if (problems.length > 0) return createRefusal(problems);
  if (isLeaving) {
    return { status: 'done', path: getCheckoutPath(scope.language.code, 'billing'), changed: ['cart'] };
  }
  const quantity = line?.count ?? typed.length;
  return createDoneOutcome(context, { line: { productVariantId: line?.productVariantId ?? 0, quantity } });
};

/** Removes the sample `sequence` of `productVariantId` and one piece of its test. */
export const removeSample: FormAction = async (context) => {
  const { api, fields, options } = context;
  const sequence = parseInteger(fields.get('sequence'));
  if (sequence === null) return cartGoneOutcome;
  const productVariantId = getVariantId(fields);
  return changeCartOrRefuse(context, async (id) => {
    await api.removeRqsSample({ params: { id, productVariantId, sequence } }, options);
    return createDoneOutcome(context);
  });
};

/** Applies the discount code `code` and replaces another one. Creates the cart if there is none. */
export const setCode: FormAction = async (context) => {
  const { api, fields, options } = context;
  const code = fields.get('code');
  if (code === '') return { status: 'refused', problems: [{ field: 'code', code: 'required' }] };
  try {
    await changeCart(context, (id) => api.setDiscountCode({ params: { id }, query: { code } }, options));
  } catch (error) {
    // The API validates the format, too. A malformed code is reported as unknown.
    if (!isRefusal(error) || error.code !== 'validation_failed') throw error;
    return { status: 'refused', problems: [{ field: 'code', code: 'discount_code_unknown' }] };
  }
  return createDoneOutcome(context);
};

/** Removes the discount code. */
export const removeCode: FormAction = async (context) => {
  const { api, options } = context;
  return changeCartOrRefuse(context, async (id) => {
    await api.removeDiscountCode({ params: { id } }, options);
    return createDoneOutcome(context);
  });
};
