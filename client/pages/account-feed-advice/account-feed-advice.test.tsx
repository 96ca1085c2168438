import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import { owner } from '../../../test/fixtures/client-accounts.ts';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import type { ActionResult } from '../../forms/action-result.ts';
import { type FormAction, readSentForm, runFormAction } from '../../forms/form-action.ts';
import { initialRequestState } from '../../store/app-store.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import { AccountFeedAdvicePage } from './AccountFeedAdvicePage.tsx';
import { deleteAdvice, saveAdvice } from './actions.ts';
import type { AccountFeedAdviceData, SavedRationView } from './page.ts';

afterEach(cleanup);

const ration: SavedRationView = {
  adviceId: '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c11',
  horse: {
    horseType: 'horse',
    weightKg: 600,
    isReferenceWeight: false,
    workLevel: 'light',
    roughage: {
      source: 'default',
      type: 'hay',
      dryMatterPct: 86,
      energyDE: 9,
      crudeProtein: 84,
      sugar: 113,
      sampleName: null,
      resultDate: null,
      qsGrade: null,
    },
  },
  figures: {
    energyLevel: 'medium',
    gramsPerDay: 1200,
    feedsPerDay: 3,
    gramsPerFeed: 400,
    scoopsPerDay: 1.9,
    scoopsPerFeed: 0.6,
    servingsPerPack: 50,
    daysPerPack: 16,
    costPerDay: 96,
    roughageKgPerDay: 11.5,
    needDE: 100,
    balancePct: 99,
    warnings: ['capped_by_limit'],
  },
  scoop: { millilitres: 1000, grams: 640 },
  refusal: null,
  productTitle: 'Terno Basis Pellets',
  product: toListedProduct(createProductSummary()),
  packsForMonth: 2,
  isRead: true,
  previousGramsPerDay: null,
  changeUrl: '/feed-advice/?product=1011&roughage=hay&type=horse&weight=600&work=light',
};

const totals = {
  weightKg: 600,
  gramsPerDay: 1200,
  gramsPerMeal: 400,
  maxGramsPerMeal: 2400,
  starchPerMeal: 68,
  maxStarchPerMeal: 600,
  starchPerDay: 204,
  maxStarchPerDay: 1200,
  costPerDay: 96,
};

const createData = (
  changes: Partial<SavedRationView> = {},
  sums: typeof totals | null = totals,
): AccountFeedAdviceData => ({
  kind: 'accountFeedAdvice',
  owner,
  horses: [{ horseName: 'Bella', totals: sums, rations: [{ ...ration, ...changes }] }],
});

function render(data: AccountFeedAdviceData, form: ActionResult | null = null) {
  const readFeedAdvice = jest.fn(async (_input: unknown) => undefined);
  const { store } = renderInShop(<AccountFeedAdvicePage data={data} />, {
    api: { readFeedAdvice } as unknown as Partial<Api>,
  });
  if (form) act(() => store.setState({ request: { ...initialRequestState, form } }));
  return readFeedAdvice;
}

describe('AccountFeedAdvicePage', () => {
  it('shows the rations of each horse, their answers and the totals', () => {
    render(createData());
    const horse = within(screen.getByRole('region', { name: 'Bella' }));
    expect(horse.getByText('1,200 g a day')).toBeTruthy();
    expect(horse.getByText('Horse, 600 kg, light work, hay')).toBeTruthy();
    expect(
      horse.getByText(
        '3 meals a day of 400 g · Scoops per meal: 0.6 (1 = 1 l = 640 g) · 16 days per pack · €0.96 a day',
      ),
    ).toBeTruthy();
    expect(horse.getByText(/^More would be too much starch/)).toBeTruthy();
    const rows = within(horse.getByRole('table', { name: /^All feeds together: Bella/ }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Feed per day1,200\u00a0g',
      'Feed per meal400\u00a0g of at most 2,400\u00a0g',
      'Starch per meal68\u00a0g of at most 600\u00a0g',
      'Starch per day204\u00a0g of at most 1,200\u00a0g',
      'Cost per day€0.96',
    ]);
  });

  it('links to the calculator with the answers and adds the packs of a month to the cart', () => {
    render(createData());
    const change = screen.getByRole('link', { name: /^Edit Terno Basis Pellets for Bella/ });
    expect(change.getAttribute('href')).toBe(ration.changeUrl);
    const form = screen.getByRole('button', { name: 'Add 2 packs for a month' }).closest('form');
    const fields = new FormData(form ?? undefined);
    expect([form?.method, fields.get('form'), fields.get('quantity')]).toEqual(['post', 'cart-add', '2']);
  });

  it('links back after a failed save, to a document of its own if the URL has a report key', () => {
    const asked = { type: 'horse', work: 'light', product: '1011' };
    const refused = (values: ActionResult['values']): ActionResult => ({
      form: 'advice-save',
      of: '',
      status: 'refused',
      values,
      problems: [{ field: null, code: 'combination_over_limit' }],
    });
    const findLink = () => {
      const link = screen.getByRole('link', { name: 'Back to the calculation' });
      return [link.getAttribute('href'), link.getAttribute('target')];
    };
    render(createData(), refused({ ...asked, roughage: 'hay' }));
    expect(findLink()).toEqual(['/feed-advice/?type=horse&work=light&roughage=hay&product=1011', null]);
    cleanup();
    const rqs = 'abcdefghijklmnopqrstuv';
    render(createData(), refused({ ...asked, rqs }));
    expect(findLink()).toEqual([`/feed-advice/?type=horse&work=light&product=1011&rqs=${rqs}`, '_self']);
  });

  it('renders plain forms with the session token', () => {
    render(createData({ isRead: false }));
    for (const name of [/^Mark as read/, /^Delete/]) {
      const form = screen.getByRole('button', { name }).closest('form');
      const fields = new FormData(form ?? undefined);
      expect([form?.method, fields.get('formToken'), fields.get('adviceId')]).toEqual([
        'post',
        'form-token',
        ration.adviceId,
      ]);
    }
  });

  it('shows a new ration with its predecessor and marks it as read', async () => {
    const readFeedAdvice = render(createData({ isRead: false, previousGramsPerDay: 1050 }));
    expect(screen.getByText('New advice')).toBeTruthy();
    expect(screen.getByText(/it was 1,050 g a day/)).toBeTruthy();
    await waitFor(() =>
      expect(readFeedAdvice.mock.calls.map(([input]) => input)).toEqual([
        { params: { id: ration.adviceId } },
      ]),
    );
    expect(screen.getByText('New advice')).toBeTruthy();
  });

  it('shows no amounts and no packs of a discontinued ration', () => {
    render(createData({ refusal: 'roughage_hygiene_rejected' }, null));
    expect(screen.queryByText('1,200 g a day')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button', { name: /for a month/ })).toBeNull();
    expect(screen.getByText('Your feed advice cannot be determined.')).toBeTruthy();
    expect(screen.getByText(/class C or D/)).toBeTruthy();
    expect(screen.getByText('Do not follow the earlier advice any more.')).toBeTruthy();
  });

  it('warns of a batch of hygiene class B like the calculator', () => {
    const roughage = { ...ration.horse.roughage, source: 'report', qsGrade: 'B' } as const;
    render(createData({ horse: { ...ration.horse, roughage } }));
    expect(screen.getByText(/^The hygiene test puts this batch in class B/)).toBeTruthy();
    cleanup();
    render(createData());
    expect(screen.queryByText(/of class B/)).toBeNull();
  });

  it('shows discontinued products and the empty state', () => {
    render(createData({ product: null }));
    expect(screen.getByText(/^This product is no longer available/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /for a month/ })).toBeNull();
    cleanup();
    render({ ...createData(), horses: [] });
    expect(screen.getByText('You have not saved any feed advice yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Work out a ration' }).getAttribute('href')).toBe(
      '/feed-advice/',
    );
  });
});

describe('feed advice actions', () => {
  const run = (action: FormAction, fields: Readonly<Record<string, string>>, api: object) =>
    runFormAction(action, readSentForm(Object.entries(fields)), {
      api: api as Api,
      cart: null as never,
      scope: null as never,
      options: {},
    });
  const fields = {
    form: 'advice-save',
    horseName: ' Bella ',
    type: 'horse',
    weight: '600',
    work: 'light',
    roughage: 'hay',
    product: '1011',
  };

  it('save the answers of the calculator under the name of the horse', async () => {
    const saveFeedAdvice = jest.fn(async (_input: unknown) => ({}));
    const { result, changed, noticePath } = await run(saveAdvice, fields, { saveFeedAdvice });
    expect([result.status, changed, noticePath]).toEqual([
      'done',
      ['advice', 'account'],
      '/account/feed-advice/',
    ]);
    expect(saveFeedAdvice.mock.calls[0]?.[0]).toEqual({
      body: {
        horseType: 'horse',
        weightKg: 600,
        workLevel: 'light',
        roughage: { type: 'hay' },
        productVariantId: 1011,
        horseName: 'Bella',
      },
    });
  });

  it.each([
    ['a missing name', { horseName: ' ' }, { field: 'horseName', code: 'required' }],
    ['a name that is too long', { horseName: 'x'.repeat(51) }, { field: 'horseName', code: 'required' }],
    ['a missing product', { product: '' }, { field: null, code: 'input_invalid' }],
    ['an unknown horse type', { type: 'unicorn' }, { field: null, code: 'input_invalid' }],
    ['an incomplete roughage result', { dm: '86' }, { field: null, code: 'roughage_result_incomplete' }],
  ])('refuse %s without a call', async (_what, changes, problem) => {
    const saveFeedAdvice = jest.fn();
    const { result } = await run(saveAdvice, { ...fields, ...changes }, { saveFeedAdvice });
    expect(result.problems).toEqual([problem]);
    expect(saveFeedAdvice).not.toHaveBeenCalled();
  });

  it('report why the model returns no ration', async () => {
    const refuse = (body: object) => ({
      saveFeedAdvice: () => Promise.reject(new ApiError('status', { status: 409, body })),
    });
    const read = async (body: object) => (await run(saveAdvice, fields, refuse(body))).result.problems;
    expect(await read({ code: 'advice_not_determined', reason: 'roughage_too_wet' })).toEqual([
      { field: null, code: 'roughage_too_wet' },
    ]);
    expect(await read({ code: 'selenium_limit' })).toEqual([{ field: null, code: 'selenium_limit' }]);
  });

  it('treat a ration that no longer exists as deleted', async () => {
    const deleteFeedAdvice = () => Promise.reject(new ApiError('status', { status: 404 }));
    const { result } = await run(deleteAdvice, { adviceId: ration.adviceId }, { deleteFeedAdvice });
    expect(result.status).toBe('done');
  });
});
