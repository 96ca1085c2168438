import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { type Api, type ApiRequest, createApi } from '../../../shared/api/client.ts';
import {
  CART_ID,
  createCalculation,
  createCart,
  createLine,
  createTestLine,
} from '../../../test/fixtures/carts.ts';
import { createScope, createVisitorCart } from '../../../test/fixtures/client-shop.tsx';
import { readSentForm, runFormAction } from '../../forms/form-action.ts';
import { cartPage } from './page.ts';

type Answer = (request: ApiRequest) => unknown;
const refuse = (status: number, body: object) => {
  throw new ApiError('status', { status, body });
};
const fail = () => {
  throw new ApiError('unavailable');
};

/** Sends a form of the cart to a backend that answers from a table; a call that is not in it is answered with nothing. */
async function send(
  fields: Record<string, string>,
  { answers = {}, id = CART_ID }: { answers?: Record<string, Answer>; id?: string | null } = {},
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
const withLines = (...products: Parameters<typeof createCalculation>[0]) => ({
  calculateCart2: () => createCalculation(products),
});
const add = { form: 'cart-add', productVariantId: '1031', quantity: '2' };
const done = { status: 'done', problems: [] };

describe('adding to the cart', () => {
  it('makes a cart where there is none, and keeps its id', async () => {
    const { result, asked, cart, changed, path, noticePath } = await send(add, {
      id: null,
      answers: { createCart: () => createCart({ shoppingcartId: 'new' }) },
    });
    expect(asked).toEqual(['POST cart', 'POST cart/new/products?productVariantId=1031&quantity=2']);
    expect(cart.told).toEqual(['keep new']);
    expect(result).toMatchObject({ ...done, line: { productVariantId: 1031, quantity: 2 } });
    expect([changed, path, noticePath]).toEqual([['cart'], null, '/cart/']);
  });

  it('adds one piece where no quantity is given', async () => {
    const { asked } = await send({ form: 'cart-add', productVariantId: '1031' });
    expect(asked).toEqual([`POST cart/${CART_ID}/products?productVariantId=1031&quantity=1`]);
  });

  it('says so where the creation gives nothing', async () => {
    await expect(send(add, { id: null })).rejects.toThrow(new Error('Cart creation failed'));
  });

  it('is tried once more with the same key where nothing answered, so that it counts once', async () => {
    let isFirst = true;
    const { result, requests } = await send(add, {
      answers: {
        addCartProduct: () => {
          if (isFirst) {
            isFirst = false;
            fail();
          }
        },
      },
    });
    expect(result.status).toBe('done');
    const [first, second, ...others] = requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(others).toEqual([]);
    expect(first).toMatch(/^[\w-]{16,100}$/);
    expect(second).toBe(first);
    const again = await send(add);
    expect(again.requests[0]?.idempotencyKey).not.toBe(first);
  });

  it('says that the cart is as it was where nothing answers twice', async () => {
    const { result, requests, changed } = await send(add, { answers: { addCartProduct: fail } });
    expect(requests).toHaveLength(2);
    expect(result).toMatchObject({ status: 'refused', problems: [{ field: null, code: 'failed' }] });
    expect(changed).toEqual([]);
  });

  it('makes a new cart where the one that the visitor had is gone', async () => {
    const { result, asked, cart } = await send(add, {
      answers: {
        addCartProduct: ({ path }) =>
          path.includes(CART_ID) ? refuse(404, { code: 'not_found' }) : undefined,
        fetchCart: () => refuse(404, { code: 'not_found' }),
        createCart: () => createCart({ shoppingcartId: 'new' }),
      },
    });
    expect(result.status).toBe('done');
    expect(asked.at(-1)).toBe('POST cart/new/products?productVariantId=1031&quantity=2');
    expect(cart.told).toEqual(['gone', 'keep new']);
  });

  it('leaves the cart alone where the product is gone', async () => {
    const { result, cart } = await send(add, {
      answers: { addCartProduct: () => refuse(404, { code: 'not_found' }), fetchCart: () => createCart() },
    });
    expect(result.problems).toEqual([{ field: null, code: 'not_found' }]);
    expect(cart.told).toEqual([]);
  });

  it('tells how many there are where more are asked for', async () => {
    const { result } = await send(add, {
      answers: {
        addCartProduct: () =>
          refuse(409, { code: 'insufficient_stock', lines: [{ productVariantId: 1031, amount: 1 }] }),
      },
    });
    expect(result.problems).toEqual([{ field: null, code: 'insufficient_stock', amount: 1 }]);
  });
});

describe('the quantity of a line', () => {
  const set = (quantity: string, step?: string) =>
    send({ form: 'cart-quantity', productVariantId: '1031', quantity, ...(step && { step }) });

  it.each([
    ['5', undefined, 5],
    ['5', '1', 6],
    ['5', '-1', 4],
    ['5', '+1', 6],
    ['998', '1', 999],
  ])('is what was typed, and one more or less by a button: %s and %s', async (quantity, step, wanted) => {
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
  ])('is refused by words where no line may have it: %s and %s', async (quantity, step, code) => {
    const { asked, result } = await set(quantity, step);
    expect(asked).toEqual([]);
    expect(result).toMatchObject({
      status: 'refused',
      values: { quantity },
      problems: [{ field: 'quantity', code }],
    });
  });

  it('shows what is true where it is refused', async () => {
    const { result, changed } = await send(
      { form: 'cart-quantity', productVariantId: '1031', quantity: '9' },
      {
        answers: {
          alterCartProduct: () =>
            refuse(409, { code: 'insufficient_stock', lines: [{ productVariantId: 1031, amount: 3 }] }),
        },
      },
    );
    expect(result.problems).toEqual([{ field: null, code: 'insufficient_stock', amount: 3 }]);
    expect(changed).toEqual(['cart']);
  });

  it('cannot be set where there is no cart', async () => {
    const { asked, result } = await send(
      { form: 'cart-quantity', productVariantId: '1031', quantity: '1' },
      { id: null },
    );
    expect(asked).toEqual([]);
    expect(result.problems).toEqual([{ field: null, code: 'not_found' }]);
  });
});

describe('taking a line out', () => {
  it('tells what it was, with the names of its samples, so that it can be put back', async () => {
    const { asked, result } = await send(
      { form: 'cart-remove', productVariantId: '1086' },
      { answers: withLines(createLine(), createTestLine(['Hay', null])) },
    );
    expect(asked.at(-1)).toBe(`DELETE cart/${CART_ID}/products/1086`);
    expect(result).toMatchObject({
      ...done,
      subject: { title: 'Nutrition Quick Scan', url: '/product-1086/' },
      line: { productVariantId: 1086, quantity: 2, sampleNames: ['Hay', null] },
    });
  });

  it('offers no way back for what is sold no longer', async () => {
    const { result } = await send(
      { form: 'cart-remove', productVariantId: '5' },
      {
        answers: {
          calculateCart2: () =>
            createCalculation([], {
              unavailableProducts: [{ productVariantId: 5, description: 'Old feed', quantity: 1 }],
            }),
        },
      },
    );
    expect(result.subject?.title).toBe('Old feed');
    expect(result.line).toBeUndefined();
  });

  it('does nothing where the cart cannot be read', async () => {
    const { asked, result } = await send(
      { form: 'cart-remove', productVariantId: '1031' },
      { answers: { calculateCart2: fail } },
    );
    expect(asked).toHaveLength(1);
    expect(result.problems).toEqual([{ field: null, code: 'failed' }]);
  });

  it('is undone with its quantity and its names, each at a sample that is new', async () => {
    const sample = (sequence: number, sampleName: string | null) => ({
      shoppingcartId: CART_ID,
      productVariantId: 1086,
      sequence,
      sampleName,
    });
    const { asked, result } = await send(
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
    'is undone without names where they are no list: %s',
    async (sampleNames) => {
      const { asked } = await send({
        form: 'cart-undo',
        productVariantId: '1086',
        quantity: '1',
        sampleNames,
      });
      expect(asked).toHaveLength(1);
    },
  );
});

describe('the names of samples', () => {
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
  const name = (fields: Record<string, string>, nameRqsSample: Answer = () => undefined) =>
    send(
      { form: 'cart-sample', line: '1086', ...fields },
      { answers: { fetchCart: cartWith, nameRqsSample } },
    );
  const listSent = ({ requests }: Awaited<ReturnType<typeof name>>) =>
    requests.slice(1).map(({ body }) => body);

  const listNames = ({ requests }: Awaited<ReturnType<typeof name>>) =>
    requests.flatMap(({ body }) =>
      typeof body === 'object' && body !== null ? [Reflect.get(body, 'samplename')] : [],
    );

  it('are sent where they are new, spaces put right', async () => {
    const sent = await name({
      'sample-1086-1': 'Hay',
      'sample-1086-2': ' First   cut ',
      'sample-1086-3': '',
    });
    expect(listSent(sent)).toEqual([{ productVariantId: 1086, sequence: 2, samplename: 'First cut' }]);
    expect(sent.result).toMatchObject(done);
  });

  it('are told apart by field: what is right is kept', async () => {
    const sent = await name(
      { 'sample-1086-1': '', 'sample-1086-2': 'hay', 'sample-1086-3': 'x'.repeat(61) },
      () => refuse(409, { code: 'sample_name_taken' }),
    );
    expect(sent.result.problems).toEqual([
      { field: 'sample-1086-1', code: 'required' },
      { field: 'sample-1086-2', code: 'sample_name_taken' },
      { field: 'sample-1086-3', code: 'maxLength' },
    ]);
    expect(sent.result.values['sample-1086-3']).toHaveLength(61);
    expect(sent.changed).toEqual(['cart']);
  });

  it('may have 60 characters of any kind', async () => {
    const samplename = `${'🐎'.repeat(57)}<b>`;
    expect(listSent(await name({ 'sample-1086-1': 'Hay', 'sample-1086-2': samplename }))).toEqual([
      { productVariantId: 1086, sequence: 2, samplename },
    ]);
  });

  it('are no names where the backend is away in the middle of it', async () => {
    const sent = await name({ 'sample-1086-1': 'Hay', 'sample-1086-2': 'A', 'sample-1086-3': 'B' }, fail);
    expect(sent.result.problems).toEqual([{ field: null, code: 'failed' }]);
  });

  it('lead to the checkout by its button once each sample has one', async () => {
    const all = { 'sample-1086-1': 'Hay', 'sample-1086-2': 'First cut', 'sample-1086-3': 'Second cut' };
    const sent = await name({ ...all, line: '', next: 'checkout' });
    expect(listNames(sent)).toEqual(['First cut', 'Second cut']);
    expect(sent.path).toBe('/checkout/billing/');
    const missing = await name({ ...all, 'sample-1086-3': ' ', line: '', next: 'checkout' });
    expect(missing.path).toBeNull();
    expect(missing.result.problems).toEqual([{ field: 'sample-1086-3', code: 'required' }]);
    // The name that was typed is stored all the same.
    expect(listNames(missing)).toEqual(['First cut']);
  });

  it('are stored by the Enter key, which presses no button, without asking for the others', async () => {
    const sent = await name({ 'sample-1086-1': 'Hay', 'sample-1086-2': 'First cut', line: '' });
    expect(listNames(sent)).toEqual(['First cut']);
    expect(sent.result).toMatchObject(done);
    expect(sent.path).toBeNull();
  });

  it('go with their sample', async () => {
    const { asked } = await send({ form: 'cart-sample-remove', productVariantId: '1086', sequence: '2' });
    expect(asked).toEqual([`DELETE cart/${CART_ID}/products/1086/2`]);
  });
});

describe('a discount code', () => {
  it('makes a cart where there is none', async () => {
    const { asked, result } = await send(
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
  ])('that is refused is told with the reason', async (body, status, problem) => {
    const { result } = await send(
      { form: 'cart-code', code: 'five' },
      { answers: { setDiscountCode: () => refuse(status, body) } },
    );
    expect(result).toMatchObject({ status: 'refused', values: { code: 'five' }, problems: [problem] });
  });

  it('is asked for where the field is empty, and taken out by its own button', async () => {
    expect((await send({ form: 'cart-code', code: '' })).result.problems).toEqual([
      { field: 'code', code: 'required' },
    ]);
    expect((await send({ form: 'cart-code-remove' })).asked).toEqual([`DELETE cart/${CART_ID}/discountcode`]);
  });
});
