import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import en from '../../../locales/en.json' with { type: 'json' };
import type { AdviceAnswer } from '../../../shared/contract/feed-advice.ts';
import { emptyAdviceAnswers } from '../../../shared/rules/feed-advice/empty-advice-answers.ts';
import { adviceRefusals, adviceWarnings } from '../../../shared/rules/feed-advice/feed-advice.ts';
import {
  createLoadContext,
  createScope,
  createShopWrapper,
  createSummary,
  createVisitorCart,
} from '../../../test/fixtures/client-shop.tsx';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import type { PrivateLoadContext } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import { FeedCalculatorPage } from './FeedCalculatorPage.tsx';
import { loadFeedCalculator } from './load-feed-calculator.ts';
import type { AdviceAnswerView, AdviceView, FeedCalculatorData } from './page.ts';

afterEach(cleanup);

const pack = createProductSummary();
const figures = {
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
  needDE: 100.3,
  balancePct: 99,
  warnings: [],
} as const;
const advice: AdviceView = {
  ...figures,
  warnings: [],
  productVariantId: pack.productVariantId,
  product: toListedProduct(pack),
  netWeightGrams: 20_000,
  scoop: { millilitres: 1000, grams: 640 },
  maxServingsPerWeek: null,
  maxDaysInARow: null,
  isMaximum: false,
  packsForMonth: 2,
};
const horse = {
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
} as const;
const answers = {
  ...emptyAdviceAnswers,
  type: 'horse',
  weight: '600',
  work: 'light',
  roughage: 'hay',
} as const;
const determined = {
  determined: true,
  date: '2026-11-20',
  horse,
  advice,
  workLevels: [
    { workLevel: 'none', figures: null, reason: 'work_level_not_supported' },
    { workLevel: 'light', figures: { ...figures, warnings: [] }, reason: null },
  ],
} as const satisfies AdviceAnswerView;

function renderPage(changes: Partial<FeedCalculatorData> = {}) {
  const data: FeedCalculatorData = {
    kind: 'feedCalculator',
    answers,
    horseTypes: [{ horseType: 'horse', referenceWeightKg: 600, minKg: 300, maxKg: 1000 }],
    answer: determined,
    others: [],
    measuring: null,
    wrongKey: null,
    grazing: null,
    owner: null,
    ...changes,
  };
  render(<FeedCalculatorPage data={data} />, {
    wrapper: createShopWrapper({ path: '/feed-advice/?type=horse', data }),
  });
}

describe('ration', () => {
  it('is shown in grams, scoops and meals, with the sentence of the answers', () => {
    renderPage();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Type of horse' }).value).toBe('horse');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight in kg' }).value).toBe('600');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Roughage' }).value).toBe('hay');
    const meals = screen.getAllByRole('list').find((list) => within(list).queryByText('Morning'))!;
    expect(within(meals).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('Add 2 packs for a month')).toBeTruthy();
    expect(screen.getByText('not for this workload')).toBeTruthy();
    expect(screen.getByRole('row', { current: true }).textContent).toContain('1,200');
  });

  it.each(adviceWarnings)('explains what to do about %s', (warning) => {
    renderPage({ answer: { ...determined, advice: { ...advice, warnings: [warning] } } });
    expect(screen.getByText(en[`feedAdvice.warning.${warning}`])).toBeTruthy();
  });

  it('shows the name of the horse and the date for printing, and offers to save it under that name', () => {
    renderPage({ answers: { ...answers, horse: 'Bella' }, owner: { formToken: 'token' } });
    expect(screen.getByText('Bella').parentElement?.textContent).toBe('Horse’s name: Bella');
    expect(screen.getByText('Ration card, 20 November 2026')).toBeTruthy();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Horse’s name' });
    expect(name.value).toBe('Bella');
    expect([...new FormData(name.form ?? undefined).keys()]).not.toContain('horse');
    // The name stays when an answer changes.
    const weight = screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight in kg' });
    expect(new FormData(weight.form ?? undefined).get('horse')).toBe('Bella');
  });

  it('shows a notice if the hygiene class of the batch is B', () => {
    const roughage = { ...horse.roughage, source: 'report', qsGrade: 'B' } as const;
    renderPage({ answer: { ...determined, horse: { ...horse, roughage } } });
    expect(screen.getByText(en['feedAdvice.gradeB'])).toBeTruthy();
  });

  it('adds no more packs to the cart than available, and none of a sold-out product', () => {
    const product = { ...advice.product, stock: { isAvailable: true, amountLeft: 1 } };
    renderPage({ answer: { ...determined, advice: { ...advice, product } } });
    expect(screen.getByText('Add 1 pack for a month')).toBeTruthy();
    cleanup();
    const gone = { ...product, stock: { isAvailable: false, amountLeft: null } };
    renderPage({ answer: { ...determined, advice: { ...advice, product: gone } } });
    expect(screen.queryByText(/for a month/)).toBeNull();
    expect(screen.getByText(en['feedAdvice.soldOut'])).toBeTruthy();
  });

  it('can be saved under a name by a signed-in customer', () => {
    renderPage({ owner: { formToken: 'token' } });
    const form = screen.getByRole<HTMLInputElement>('textbox', { name: 'Horse’s name' }).form!;
    expect(form.getAttribute('action')).toBe('/account/feed-advice/');
    expect(Object.fromEntries(new FormData(form))).toEqual({
      form: 'advice-save',
      formToken: 'token',
      type: 'horse',
      weight: '600',
      work: 'light',
      roughage: 'hay',
      product: String(pack.productVariantId),
      horseName: '',
    });
  });
});

describe('weight question', () => {
  const types = [
    { horseType: 'horse', referenceWeightKg: 600, minKg: 300, maxKg: 1000 },
    { horseType: 'pony', referenceWeightKg: 300, minKg: 80, maxKg: 450 },
  ] as const;
  const ask = (changes: Partial<FeedCalculatorData> = {}) => {
    renderPage({ answer: null, answers: emptyAdviceAnswers, horseTypes: types, ...changes });
    return {
      field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight in kg' }),
      slider: screen.queryByRole<HTMLInputElement>('slider', { name: 'Weight in kg' })!,
    };
  };

  it('has a slider that follows the text field and fills it', () => {
    const { field, slider } = ask();
    expect([field.value, slider.value]).toEqual(['', '600']);
    fireEvent.change(slider, { target: { value: '480' } });
    expect(field.value).toBe('480');
    expect(slider.getAttribute('aria-valuetext')).toBe('480\u00a0kg');
    fireEvent.change(field, { target: { value: '700' } });
    expect(slider.value).toBe('700');
    // An impossible weight keeps the usual weight.
    fireEvent.change(field, { target: { value: '1050' } });
    expect([field.value, slider.value]).toEqual(['1050', '600']);
    expect(Object.fromEntries(new FormData(field.form!))).toMatchObject({ weight: '1050' });
    expect(slider.name).toBe('');
  });

  it('has the weight range of the chosen type', () => {
    const { slider } = ask();
    fireEvent.click(screen.getByRole('radio', { name: /^Pony/ }));
    expect([slider.min, slider.max, slider.value]).toEqual(['80', '450', '300']);
  });

  it('has only the text field if the weight range could not be loaded', () => {
    const { field, slider } = ask({ horseTypes: [] });
    expect(field.value).toBe('');
    expect(slider).toBeNull();
  });

  it('links to the instructions for measuring a horse if the site has them', () => {
    ask({ measuring: { title: 'Weigh your horse', url: '/weigh/' } });
    expect(
      screen
        .getByRole('link', { name: 'How to measure with a weight tape: Weigh your horse' })
        .getAttribute('href'),
    ).toBe('/weigh/');
  });
});

describe('refusal', () => {
  it.each(adviceRefusals)('explains the reason and what helps: %s', (reason) => {
    renderPage({ answer: { determined: false, reason, weights: null, product: null, dosage: null } });
    expect(screen.getByRole('heading', { name: 'Your feed advice cannot be determined.' })).toBeTruthy();
    expect(screen.getAllByText(en[`feedAdvice.reason.${reason}`]).length).toBeGreaterThan(0);
    expect(screen.getByText(en[`feedAdvice.help.${reason}`])).toBeTruthy();
    expect(screen.queryByText(/for a month/)).toBeNull();
  });

  it('asks for a number if the weight is not one', () => {
    const reason = 'weight_out_of_range' as const;
    const weights = { minKg: 300, maxKg: 1000 };
    renderPage({
      answers: { ...answers, weight: 'abc' },
      answer: { determined: false, reason, weights, product: null, dosage: null },
    });
    expect(screen.getByRole('textbox', { name: 'Weight in kg' }).getAttribute('aria-describedby')).toBe(
      screen.getAllByText(en['feedAdvice.reason.weightNoNumber'])[0]?.id,
    );
    expect(screen.getAllByText(en['feedAdvice.reason.weightNoNumber']).length).toBe(2);
    expect(screen.queryByText(en[`feedAdvice.reason.${reason}`])).toBeNull();
    expect(screen.queryByText('From 300 to 1,000 kg')).toBeNull();
  });
});

const load = (query: string, given: Readonly<Record<string, unknown>>, scope = createScope()) => {
  const { context, asked, bodies } = createLoadContext(given, { pathname: '/feed-advice/', query, scope });
  const visited: PrivateLoadContext = {
    ...context,
    visitor: context.api,
    cart: createVisitorCart(),
    mayBeSignedIn: false,
  };
  return { result: loadFeedCalculator(visited), asked, bodies };
};
const calculatedAnswer: AdviceAnswer = {
  determined: true,
  date: '2026-11-20',
  horse,
  proposals: [{ ...advice, product: pack }],
  workLevels: [],
};
const path = '/api/feedadvice/calculate';

describe('loadFeedCalculator', () => {
  it('requests the ration of the product and, in parallel, all suitable products', async () => {
    const { result, bodies } = load('type=horse&work=light&roughage=hay&product=12', {
      [path]: calculatedAnswer,
      '/api/feedadvice/horsetypes': [],
    });
    expect(await result).toMatchObject({
      head: { isIndexable: false, canonicalPath: null },
      data: { answer: { determined: true, advice: { gramsPerDay: 1200 } }, others: [], owner: null },
    });
    const question = { horseType: 'horse', workLevel: 'light', roughage: { type: 'hay' } };
    expect(bodies).toEqual([{ ...question, productVariantId: 12 }, question]);
  });

  it('is indexed without answers, and shows no example if it cannot be loaded', async () => {
    const { result } = load('', { [path]: 500 });
    expect(await result).toMatchObject({
      status: 200,
      head: { isIndexable: true, canonicalPath: '/feed-advice/' },
      data: { answer: null, others: [], horseTypes: [], measuring: null },
    });
  });

  it('finds the article about measuring by its key', async () => {
    const article = createSummary({ key: 'weight-condition', title: 'Weight', url: '/weight/' });
    const { result } = load('', { [path]: 500, '/api/advice': [createSummary(), article] });
    expect(await result).toMatchObject({ data: { measuring: { title: 'Weight', url: '/weight/' } } });
  });

  it('rejects if the ration cannot be loaded, and returns 404 on the corporate site', async () => {
    const asked = 'type=horse&work=light&roughage=hay';
    await expect(load(asked, { [path]: 503 }).result).rejects.toMatchObject({ status: 503 });
    const corporate = createScope({ site: { type: 2 } });
    await expect(load('', {}, corporate).result).rejects.toMatchObject({ status: 404 });
  });
});
