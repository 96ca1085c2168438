import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { SendForm } from '../../../shared/api/send-form.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { type FormAction, readSentForm, runFormAction } from '../../forms/form-action.ts';
import { AccountReturnsPage } from './AccountReturnsPage.tsx';
import { registerReturn } from './actions.ts';
import type { AccountReturnsData, ReturnableProductView } from './page.ts';
import { getReturnOptionValue } from './read-return.ts';

afterEach(cleanup);

const goods: readonly ReturnableProductView[] = [
  {
    orderId: '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c11',
    orderNumber: '2026-118406',
    productVariantId: 1001,
    description: 'Sopra Classic Mash',
    productLabel: 'Bag 15 kg',
    product: null,
  },
  {
    orderId: '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c11',
    orderNumber: '2026-118406',
    productVariantId: 2002,
    description: 'Nuvo Breathe Herbs',
    productLabel: '',
    product: null,
  },
];

const data: AccountReturnsData = {
  kind: 'accountReturns',
  owner: {
    firstName: 'Marit',
    emailAddress: 'marit@stal.example',
    unreadQuickscanResults: 0,
    unreadFeedAdvice: 0,
    formToken: 'token-of-the-session',
  },
  returns: [],
  goods,
  productVariantId: null,
  idempotencyKey: 'k'.repeat(32),
};

const photo = (name = 'bag.jpg', type = 'image/jpeg', bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type });

const render = (changes: Partial<AccountReturnsData> = {}) =>
  renderInShop(<AccountReturnsPage data={{ ...data, ...changes }} />);

describe('AccountReturnsPage', () => {
  it('renders a plain form with files, session token and idempotency key', () => {
    render();
    const form = screen.getByRole('button', { name: 'Submit return' }).closest('form');
    expect(form?.method).toBe('post');
    expect(form?.enctype).toBe('multipart/form-data');
    expect(form?.getAttribute('action')).toBeNull();
    const fields = new FormData(form ?? undefined);
    expect(fields.get('form')).toBe('return');
    expect(fields.get('formToken')).toBe('token-of-the-session');
    expect(fields.get('idempotencyKey')).toBe(data.idempotencyKey);
    const files = screen.getByLabelText('Choose photos');
    expect(files.getAttribute('accept')).toBe('image/jpeg,image/png,image/webp');
    expect(files.hasAttribute('multiple')).toBe(true);
    expect(screen.getByText('Please don’t throw the bag away until you have our reply.')).toBeTruthy();
  });

  it('preselects the product of the path, and none without one', () => {
    render({ productVariantId: 2002 });
    const isChosen = (name: RegExp) => (screen.getByRole('radio', { name }) as HTMLInputElement).checked;
    expect([isChosen(/^Sopra Classic Mash/), isChosen(/^Nuvo Breathe Herbs/)]).toEqual([false, true]);
    cleanup();
    render();
    expect([isChosen(/^Sopra Classic Mash/), isChosen(/^Nuvo Breathe Herbs/)]).toEqual([false, false]);
  });

  it('reports that there is nothing to return', () => {
    render({ goods: [] });
    expect(screen.queryByRole('button', { name: 'Submit return' })).toBeNull();
    expect(screen.getByText(/There is nothing to return yet/)).toBeTruthy();
  });

  it('counts the typed characters', () => {
    render();
    fireEvent.change(screen.getByRole('textbox', { name: /Tell us more/ }), { target: { value: 'torn 🐴' } });
    expect(screen.getByText('6 of 2,000 characters')).toBeTruthy();
  });

  it('shows earlier returns with their photos', () => {
    const path = '/api/returns/0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c12/photos/1';
    render({
      returns: [
        {
          returnId: '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c12',
          created: '2026-11-05T12:00:00.000Z',
          orderNumber: '2026-118406',
          description: 'Sopra Classic Mash',
          productLabel: 'Bag 15 kg',
          quantity: 1,
          reason: 'damaged',
          text: 'Torn at the bottom seam.',
          status: 'refunded',
          answers: [
            {
              at: '2026-11-06T09:00:00.000Z',
              status: 'refunded',
              text: 'We are sorry.\nThank you for the photo.',
              amount: 1995,
              orderNumber: null,
            },
          ],
          photos: [{ path }],
          product: null,
        },
      ],
    });
    const earlier = within(screen.getByRole('region', { name: 'Earlier returns' }));
    expect(earlier.getByText('Torn at the bottom seam.')).toBeTruthy();
    expect(earlier.getByText('Refund')).toBeTruthy();
    expect(earlier.getByRole('heading', { name: 'Our reply of 6 November 2026' })).toBeTruthy();
    expect(earlier.getByText(/We are sorry\./)).toBeTruthy();
    expect(earlier.getByText('We’ll refund €19.95 the way you paid.')).toBeTruthy();
    expect(earlier.getByRole('img', { name: 'Photo 1' }).getAttribute('src')).toBe(path);
    expect(earlier.getByRole('link', { name: 'Photo 1' }).getAttribute('href')).toBe(path);
  });
});

describe('PhotoField', () => {
  /** Stub for `DataTransfer`, which jsdom lacks. */
  class Transfer {
    readonly all: File[] = [];
    readonly items = { add: (file: File) => this.all.push(file) };
    get files(): readonly File[] {
      return this.all;
    }
  }
  let inField: readonly File[];

  beforeEach(() => {
    inField = [];
    Object.defineProperty(globalThis, 'DataTransfer', { value: Transfer, configurable: true });
    Object.defineProperty(globalThis, 'createImageBitmap', {
      value: () => Promise.reject(new Error('jsdom shows nothing')),
      configurable: true,
    });
    jest
      .spyOn(HTMLInputElement.prototype, 'files', 'get')
      .mockImplementation(() => inField as unknown as FileList);
    jest.spyOn(HTMLInputElement.prototype, 'files', 'set').mockImplementation((files) => {
      inField = [...((files ?? []) as unknown as File[])];
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'DataTransfer');
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
  });

  async function choose(...files: File[]) {
    inField = files;
    fireEvent.change(screen.getByLabelText('Choose photos'));
    await screen.findByRole('button', { name: 'Remove photo 1' });
  }

  it('adds photos, removes them individually and sends the remaining ones', async () => {
    render();
    await choose(photo('a.jpg'));
    await choose(photo('b.png', 'image/png'));
    await screen.findByRole('button', { name: 'Remove photo 2' });
    expect(inField.map(({ name }) => name)).toEqual(['a.jpg', 'b.png']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
    expect(inField.map(({ name }) => name)).toEqual(['b.png']);
    expect(screen.queryByRole('button', { name: 'Remove photo 2' })).toBeNull();
  });

  it('reports unsupported files at once, and for HEIC what to do', async () => {
    render();
    await choose(photo(), photo('IMG_0001.HEIC', 'image/heic'), photo('large.jpg', 'image/jpeg', 8_000_001));
    expect(
      screen.getByText(/^Photo 2 is not a JPEG, PNG or WebP file\. Is it a HEIC photo from an iPhone\?/),
    ).toBeTruthy();
    expect(screen.getByText(/^Photo 3 is larger than 8 MB\./)).toBeTruthy();
    expect(screen.getByLabelText('Choose photos').getAttribute('aria-invalid')).toBe('true');
  });

  it('accepts at most three photos', async () => {
    render();
    await choose(photo(), photo(), photo(), photo());
    expect(screen.getByText('Choose at most three photos')).toBeTruthy();
  });
});

describe('registerReturn', () => {
  const right: readonly (readonly [string, string | File])[] = [
    ['form', 'return'],
    ['goods', getReturnOptionValue(goods[0] as ReturnableProductView)],
    ['quantity', '2'],
    ['reason', 'damaged'],
    ['description', 'Torn'],
    ['idempotencyKey', data.idempotencyKey],
    ['photo', photo('my holiday.jpg')],
  ];

  const run = (
    entries: readonly (readonly [string, string | File])[],
    sendForm: SendForm,
    action: FormAction = registerReturn,
  ) =>
    runFormAction(action, readSentForm(entries), {
      api: null as never,
      cart: null as never,
      scope: null as never,
      options: {},
      sendForm,
    });

  it('sends the fields of the API and the photos without their file names', async () => {
    const sendForm = jest.fn<SendForm>(async () => ({ returnId: 'r' }));
    const { result, changed, noticePath } = await run(right, sendForm);
    expect([result.status, changed, noticePath]).toEqual(['done', ['returns'], '/account/returns/']);
    const [path, form, options] = sendForm.mock.calls[0] ?? [];
    expect(path).toBe('/api/returns');
    expect(options).toMatchObject({ idempotencyKey: data.idempotencyKey });
    const sent = [...(form ?? [])].map(([name, value]) => [name, value instanceof File ? value.name : value]);
    expect(Object.fromEntries(sent)).toEqual({
      orderId: goods[0]?.orderId,
      productVariantId: '1001',
      quantity: '2',
      reason: 'damaged',
      description: 'Torn',
      labelDate: '',
      photo: 'photo',
    });
  });

  it('validates without a call and reports each field once', async () => {
    const sendForm = jest.fn<SendForm>();
    const { result } = await run([['form', 'return']], sendForm);
    expect(result.problems).toEqual([
      { field: 'goods', code: 'required' },
      { field: 'quantity', code: 'required' },
      { field: 'reason', code: 'required' },
      { field: 'photo', code: 'required' },
    ]);
    const dated = await run(
      [...right.filter(([name]) => name !== 'reason'), ['reason', 'past-date'], ['labelDate', '31-02-2026']],
      sendForm,
    );
    expect(dated.result.problems).toEqual([{ field: 'labelDate', code: 'format' }]);
    expect(sendForm).not.toHaveBeenCalled();
  });

  it('reports each photo that the API refuses by its position', async () => {
    const errors = [
      { field: 'photo', code: 'pixels', detail: '1' },
      { field: 'photo', code: 'type', detail: '3' },
    ];
    const { result } = await run(right, () =>
      Promise.reject(new ApiError('status', { status: 400, body: { code: 'file_refused', errors } })),
    );
    expect(result.problems).toEqual([
      { field: 'photo', code: 'pixels', position: 1 },
      { field: 'photo', code: 'type', position: 3 },
    ]);
  });
});

it('shows a refusal in an error summary that links to each field', async () => {
  render();
  fireEvent.click(screen.getByRole('button', { name: 'Submit return' }));
  const summary = await screen.findByRole('region', { name: '3 things need your attention' });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Choose a product', '#return-goods'],
    ['Choose what is wrong', '#return-reason'],
    ['Choose at least one photo', '#return-photo'],
  ]);
  for (const id of ['return-goods', 'return-reason', 'return-photo'])
    expect(document.getElementById(id)).toBeTruthy();
});
