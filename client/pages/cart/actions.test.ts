import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { type Api, type ApiRequest, createApi } from '../../../shared/api/client.ts';
import {
  CART_ID,
  createCart,
  createCartCalculation,
  createLine,
  createRoughageTestLine,
} from '../../../test/fixtures/carts.ts';
import { createScope, createVisitorCart } from '../../../test/fixtures/client-shop.tsx';
import { readSentForm, runFormAction } from '../../forms/form-action.ts';
import { cartPage } from './page.ts';

type RequestAnswer = (request: ApiRequest) => unknown;
const throwRefusal = (status: number, body: object) => {
  throw new ApiError('status', { status, body });
};
const throwUnavailable = () => {
  throw new ApiError('unavailable');
};

/** Sends a form of the cart to a backend with a table of responses. Other calls return undefined. */
async function sendCartForm(
  fields: Record<string, string>,
  { answers = {}, id = CART_ID }: { answers?: Record<string, RequestAnswer>; id?: string | null } = {},
) {
  const asked: string[] = [];
  const requests: ApiRequest[] = [];
  const api: Api = createApi(async (request) => {
    const { path, call, body } = request;
    asked.push(`${call.method} ${path.replace('/api/', '')}${body ? ` ${JSON.stringify(body)}` : ''}`);
    requests.push(request);
    return answers[request.name]?.(request);
  });
  const cart = createVisitorCart(id);
  const getAction = cartPage.actions?.[fields.form ?? ''];
  if (!getAction) throw new Error('There is no such form');
  const run = await runFormAction(await getAction(), readSentForm(Object.entries(fields)), {
    api,
    cart,
    scope: createScope(),
    options: {},
  });
  return { ...run, asked, requests, cart };
}
const answerWithLines = (...products: Parameters<typeof createCartCalculation>[0]) => ({
  calculateCart2: () => createCartCalculation(products),
});
const add = { form: 'cart-add', productVariantId: '1031', quantity: '2' };
const done = { status: 'done', problems: [] };

describe('addProduct', () => {
  it('creates a cart if there is none and stores its id', async () => {
    const { result, asked, cart, changed, path, noticePath } = await sendCartForm(add, {
      id: null,
      answers: { createCart: () => createCart({ shoppingcartId: 'new' }) },
    });
    expect(asked).toEqual(['POST cart', 'POST cart/new/products?productVariantId=1031&quantity=2']);
    expect(cart.told).toEqual(['keep new']);
    expect(result).toMatchObject({ ...done, line: { productVariantId: 1031, quantity: 2 } });
    expect([changed, path, noticePath]).toEqual([['cart'], null, '/cart/']);
  });

  it('adds one piece if no quantity is given', async () => {
    const { asked } = await sendCartForm({ form: 'cart-add', productVariantId: '1031' });
    expect(asked).toEqual([`POST cart/${CART_ID}/products?productVariantId=1031&quantity=1`]);
  });

  it('reports that the cart could not be created', async () => {
    await expect(sendCartForm(add, { id: null })).rejects.toThrow(new Error('Cart creation failed'));
  });

  it('retries once with the same idempotency key if there is no response', async () => {
    let isFirst = true;
    const { result, requests } = await sendCartForm(add, {
      answers: {
        addCartProduct: () => {
          if (isFirst) {
            isFirst = false;
            throwUnavailable();
          }
        },
      },
    });
    expect(result.status).toBe('done');
    const [first, second, ...others] = requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(others).toEqual([]);
    expect(first).toMatch(/^[\w-]{16,100}$/);
    expect(second).toBe(first);
    const again = await sendCartForm(add);
    expect(again.requests[0]?.idempotencyKey).not.toBe(first);
  });

  it('reports an unchanged cart if the retry gets no response either', async () => {
    const { result, requests, changed } = await sendCartForm(add, {
      answers: { addCartProduct: throwUnavailable },
    });
    expect(requests).toHaveLength(2);
    expect(result).toMatchObject({ status: 'refused', problems: [{ field: null, code: 'failed' }] });
    expect(changed).toEqual([]);
  });

  it('creates a new cart if the previous cart no longer exists', async () => {
    const { result, asked, cart } = await sendCartForm(add, {
      answers: {
        addCartProduct: ({ path }) =>
          path.includes(CART_ID) ? throwRefusal(404, { code: 'not_found' }) : undefined,
        fetchCart: () => throwRefusal(404, { code: 'not_found' }),
        createCart: () => createCart({ shoppingcartId: 'new' }),
      },
    });
    expect(result.status).toBe('done');
    expect(asked.at(-1)).toBe('POST cart/new/products?productVariantId=1031&quantity=2');
    expect(cart.told).toEqual(['gone', 'keep new']);
  });

  it('keeps the cart if the product is discontinued', async () => {
    const { result, cart } = await sendCartForm(add, {
      answers: {
        addCartProduct: () => throwRefusal(404, { code: 'not_found' }),
        fetchCart: () => createCart(),
      },
    });
    expect(result.problems).toEqual([{ field: null, code: 'not_found' }]);
    expect(cart.told).toEqual([]);
  });

  it('returns the available quantity if more is requested', async () => {
    const { result } = await sendCartForm(add, {
      answers: {
        addCartProduct: () =>
          throwRefusal(409, { code: 'insufficient_stock', lines: [{ productVariantId: 1031, amount: 1 }] }),
      },
    });
    expect(result.problems).toEqual([{ field: null, code: 'insufficient_stock', amount: 1 }]);
  });
});

describe('setQuantity', () => {
  const set = (quantity: string, step?: string) =>
    sendCartForm({ form: 'cart-quantity', productVariantId: '1031', quantity, ...(step && { step }) });

  it.each([
    ['5', undefined, 5],
    ['5', '1', 6],
    ['5', '-1', 4],
    ['5', '+1', 6],
    ['998', '1', 999],
  ])('adds the step of the button to the typed quantity: %s and %s', async (quantity, step, wanted) => {
    const { asked, result } = await set(quantity, step);
    expect(asked).toEqual([`PUT cart/${CART_ID}/products/1031?quantity=${wanted}`]);
    expect(result).toMatchObject({ ...done, line: { productVariantId: 1031, quantity: wanted } });
  });

  it.each([
    ['0', undefined, 'minimum'],
    ['1', '-1', 'minimum'],
    ['1000', undefined, 'maximum'],
    ['999', '1', 'maximum'],
    ['', undefined, 'format'],
    ['two', undefined, 'format'],
    ['1.5', undefined, 'format'],
    ['1e2', '1', 'format'],
  ])('refuses an invalid quantity: %s and %s', async (quantity, step, code) => {
    const { asked, result } = await set(quantity, step);
    expect(asked).toEqual([]);
    expect(result).toMatchObject({
      status: 'refused',
      values: { quantity },
      problems: [{ field: 'quantity', code }],
    });
  });

  it('marks the cart as changed after a refusal', async () => {
    const { result, changed } = await sendCartForm(
      { form: 'cart-quantity', productVariantId: '1031', quantity: '9' },
      {
        answers: {
          alterCartProduct: () =>
            throwRefusal(409, { code: 'insufficient_stock', lines: [{ productVariantId: 1031, amount: 3 }] }),
        },
      },
    );
    expect(result.problems).toEqual([{ field: null, code: 'insufficient_stock', amount: 3 }]);
    expect(changed).toEqual(['cart']);
  });

  it('fails without a cart', async () => {
    const { asked, result } = await sendCartForm(
      { form: 'cart-quantity', productVariantId: '1031', quantity: '1' },
      { id: null },
    );
    expect(asked).toEqual([]);
    expect(result.problems).toEqual([{ field: null, code: 'not_found' }]);
  });
});

describe('removeProduct and undoRemoval', () => {
  it('return the removed line with its sample names, so that it can be restored', async () => {
    const { asked, result } = await sendCartForm(
      { form: 'cart-remove', productVariantId: '1086' },
      { answers: answerWithLines(createLine(), createRoughageTestLine(['Hay', null])) },
    );
    expect(asked.at(-1)).toBe(`DELETE cart/${CART_ID}/products/1086`);
    expect(result).toMatchObject({
      ...done,
      subject: { title: 'Nutrition Quick Scan', url: '/product-1086/' },
      line: { productVariantId: 1086, quantity: 2, sampleNames: ['Hay', null] },
    });
  });

  it('offer no undo for a discontinued product', async () => {
    const { result } = await sendCartForm(
      { form: 'cart-remove', productVariantId: '5' },
      {
        answers: {
          calculateCart2: () =>
            createCartCalculation([], {
              unavailableProducts: [{ productVariantId: 5, description: 'Old feed', quantity: 1 }],
            }),
        },
      },
    );
    expect(result.subject?.title).toBe('Old feed');
    expect(result.line).toBeUndefined();
  });

  it('do nothing if the cart cannot be loaded', async () => {
    const { asked, result } = await sendCartForm(
      { form: 'cart-remove', productVariantId: '1031' },
      { answers: { calculateCart2: throwUnavailable } },
    );
    expect(asked).toHaveLength(1);
    expect(result.problems).toEqual([{ field: null, code: 'failed' }]);
  });

  it('restore quantity and names, each name on a new sample', async () => {
    const sample = (sequence: number, sampleName: string | null) => ({
      shoppingcartId: CART_ID,
      productVariantId: 1086,
      sequence,
      sampleName,
    });
    const { asked, result } = await sendCartForm(
      {
        form: 'cart-undo',
        of: '1086',
        productVariantId: '1086',
        quantity: '2',
        sampleNames: JSON.stringify(['Hay <b>', null]),
      },
      {
        answers: {
          fetchCart: () =>
            createCart({
              products: [
                {
                  productId: 170,
                  productVariantId: 1086,
                  count: 3,
                  rqsSamples: [sample(1, 'Other'), sample(2, null), sample(3, null)],
                },
              ],
            }),
        },
      },
    );
    expect(asked).toEqual([
      `POST cart/${CART_ID}/products?productVariantId=1086&quantity=2`,
      `GET cart/${CART_ID}`,
      `POST cart/${CART_ID}/rqssamplename {"productVariantId":1086,"sequence":2,"samplename":"Hay <b>"}`,
    ]);
    expect(result).toMatchObject(done);
  });

  it.each([['{'], ['"x"'], ['[1]'], ['null']])(
    'restore no names if they are not a list: %s',
    async (sampleNames) => {
      const { asked } = await sendCartForm({
        form: 'cart-undo',
        productVariantId: '1086',
        quantity: '1',
        sampleNames,
      });
      expect(asked).toHaveLength(1);
    },
  );
});

describe('nameSamples and removeSample', () => {
  const names = ['Hay', null, null] as const;
  const cartWith = () =>
    createCart({
      products: [
        {
          productId: 170,
          productVariantId: 1086,
          count: 3,
          rqsSamples: names.map((sampleName, index) => ({
            shoppingcartId: CART_ID,
            productVariantId: 1086,
            sequence: index + 1,
            sampleName,
          })),
        },
      ],
    });
  const name = (fields: Record<string, string>, nameRqsSample: RequestAnswer = () => undefined) =>
    sendCartForm(
      { form: 'cart-sample', line: '1086', ...fields },
      { answers: { fetchCart: cartWith, nameRqsSample } },
    );
  const listSent = ({ requests }: Awaited<ReturnType<typeof name>>) =>
    requests.slice(1).map(({ body }) => body);

  const listNames = ({ requests }: Awaited<ReturnType<typeof name>>) =>
    requests.flatMap(({ body }) =>
      typeof body === 'object' && body !== null ? [Reflect.get(body, 'samplename')] : [],
    );

  it('store changed names with normalized spaces', async () => {
    const sent = await name({
      'sample-1086-1': 'Hay',
      'sample-1086-2': ' First   cut ',
      'sample-1086-3': '',
    });
    expect(listSent(sent)).toEqual([{ productVariantId: 1086, sequence: 2, samplename: 'First cut' }]);
    expect(sent.result).toMatchObject(done);
  });

  it('report errors per field and store the valid names', async () => {
    const sent = await name(
      { 'sample-1086-1': '', 'sample-1086-2': 'hay', 'sample-1086-3': 'x'.repeat(61) },
      () => throwRefusal(409, { code: 'sample_name_taken' }),
    );
    expect(sent.result.problems).toEqual([
      { field: 'sample-1086-1', code: 'required' },
      { field: 'sample-1086-2', code: 'sample_name_taken' },
      { field: 'sample-1086-3', code: 'maxLength' },
    ]);
    expect(sent.result.values['sample-1086-3']).toHaveLength(61);
    expect(sent.changed).toEqual(['cart']);
  });

  it('accept names of 60 characters of any kind', async () => {
    const samplename = `${'🐎'.repeat(57)}<b>`;
    expect(listSent(await name({ 'sample-1086-1': 'Hay', 'sample-1086-2': samplename }))).toEqual([
      { productVariantId: 1086, sequence: 2, samplename },
    ]);
  });

  it('report a failure if the backend becomes unavailable', async () => {
    const sent = await name(
      { 'sample-1086-1': 'Hay', 'sample-1086-2': 'A', 'sample-1086-3': 'B' },
      throwUnavailable,
    );
    expect(sent.result.problems).toEqual([{ field: null, code: 'failed' }]);
  });

  it('open the checkout if its button is pressed and each sample has a name', async () => {
    const all = { 'sample-1086-1': 'Hay', 'sample-1086-2': 'First cut', 'sample-1086-3': 'Second cut' };
    const sent = await name({ ...all, line: '', next: 'checkout' });
    expect(listNames(sent)).toEqual(['First cut', 'Second cut']);
    expect(sent.path).toBe('/checkout/billing/');
    const missing = await name({ ...all, 'sample-1086-3': ' ', line: '', next: 'checkout' });
    expect(missing.path).toBeNull();
    expect(missing.result.problems).toEqual([{ field: 'sample-1086-3', code: 'required' }]);
    // The typed name is stored nevertheless.
    expect(listNames(missing)).toEqual(['First cut']);
  });

  it('store names on Enter, which presses no button, without requiring the others', async () => {
    const sent = await name({ 'sample-1086-1': 'Hay', 'sample-1086-2': 'First cut', line: '' });
    expect(listNames(sent)).toEqual(['First cut']);
    expect(sent.result).toMatchObject(done);
    expect(sent.path).toBeNull();
  });

  it('remove the name together with its sample', async () => {
    const { asked } = await sendCartForm({
      form: 'cart-sample-remove',
      productVariantId: '1086',
      sequence: '2',
    });
    expect(asked).toEqual([`DELETE cart/${CART_ID}/products/1086/2`]);
  });
});

describe('setCode and removeCode', () => {
  it('create a cart if there is none', async () => {
    const { asked, result } = await sendCartForm(
      { form: 'cart-code', code: 'stal 10' },
      { id: null, answers: { createCart: () => createCart({ shoppingcartId: 'new' }) } },
    );
    expect(asked).toEqual(['POST cart', 'POST cart/new/discountcode {"code":"stal 10"}']);
    expect(result).toMatchObject(done);
  });

  it.each([
    [
      { code: 'discount_code_minimum', amount: 5000 },
      409,
      { field: null, code: 'discount_code_minimum', amount: 5000 },
    ],
    [{ code: 'discount_code_unknown' }, 409, { field: null, code: 'discount_code_unknown' }],
    [{ code: 'too_many_attempts' }, 429, { field: null, code: 'too_many_attempts' }],
    [
      { code: 'validation_failed', errors: [{ field: 'code', code: 'maxLength' }] },
      400,
      { field: 'code', code: 'discount_code_unknown' },
    ],
  ])('return the reason of a refused code', async (body, status, problem) => {
    const { result } = await sendCartForm(
      { form: 'cart-code', code: 'five' },
      { answers: { setDiscountCode: () => throwRefusal(status, body) } },
    );
    expect(result).toMatchObject({ status: 'refused', values: { code: 'five' }, problems: [problem] });
  });

  it('require a code in the field, and remove the code with its own button', async () => {
    expect((await sendCartForm({ form: 'cart-code', code: '' })).result.problems).toEqual([
      { field: 'code', code: 'required' },
    ]);
    expect((await sendCartForm({ form: 'cart-code-remove' })).asked).toEqual([
      `DELETE cart/${CART_ID}/discountcode`,
    ]);
  });
});
