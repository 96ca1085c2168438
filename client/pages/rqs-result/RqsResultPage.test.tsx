import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import en from '../../../locales/en.json' with { type: 'json' };
import type { QsResult, RqsResult } from '../../../shared/contract/lab-results.ts';
import { rqsParameters, rqsUnits, type ValueClass, valueClasses } from '../../../shared/rules/lab-results.ts';
import { createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import type { ReportPageDetails } from '../../features/lab-results/load-report.ts';
import type { FormSuccessNotice } from '../../forms/action-result.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { RqsResultData } from './page.ts';
import { RqsResultPage } from './RqsResultPage.tsx';

afterEach(cleanup);

type TestedParameter = (typeof rqsParameters)[number];

const key = 'AAAAAAAAAAAAAAAAAAAAAA';
const shelf = { url: '/balancers/', title: 'Balancers', articleUrl: '/basics/', articleTitle: 'Basics' };
const article = { url: '/basics/', title: 'Basics' };
const frame: ReportPageDetails = {
  testsPage: { title: 'Roughage tests', url: '/roughage-tests/' },
  key,
  own: null,
};

/** Creates values that are on target except one with the verdict. */
const createValues = (parameter?: TestedParameter, verdict: ValueClass = 'normal'): RqsResult['values'] =>
  rqsParameters.map((each) => ({
    parameter: each,
    unit: rqsUnits[each],
    value: { low: 5, normal: 15, high: 25 }[each === parameter ? verdict : 'normal'],
    min: 10,
    max: 20,
    average: 14,
    verdict: each === parameter ? verdict : 'normal',
    article: each === parameter && verdict !== 'normal' ? article : null,
  }));

function renderReport(
  changes: Partial<RqsResultData['result']> = {},
  more: Partial<RqsResultData> = {},
  notice: FormSuccessNotice | null = null,
) {
  const data: RqsResultData = {
    kind: 'rqsResult',
    frame,
    result: {
      sampleNumber: 'RQS-2026-00101',
      sampleName: 'Front loft',
      type: 'hay',
      receiptDate: '2026-08-03',
      resultDate: '2026-08-07',
      laboratory: null,
      version: 1,
      isOwn: false,
      hasStorageRisk: false,
      otherKey: null,
      energyLevel: 'medium',
      verdict: changes.energyLevel ?? 'medium',
      values: createValues(),
      article: null,
      shelf: null,
      minerals: [],
      hygiene: null,
      ...changes,
    },
    hygiene: null,
    products: [],
    ...more,
  };
  render(<RqsResultPage data={data} />, { wrapper: createShopWrapper({ path: '/rqs/', data, notice }) });
}

const verdictNames: Readonly<Record<ValueClass, string>> = { low: 'Low', normal: 'On target', high: 'High' };
/** Feed advice model, 2.1. */
const verdictMeanings: Readonly<Record<TestedParameter, readonly [low: string, high: string]>> = {
  dryMatterPct: [en['labReport.textDryMatterLow'], en['labReport.textDryMatterHighHay']],
  moisturePct: [en['labReport.textDryMatterHighHay'], en['labReport.textDryMatterLow']],
  crudeProtein: [en['labReport.textCrudeProteinLow'], en['labReport.textCrudeProteinHigh']],
  sugar: [en['labReport.textSugarLow'], en['labReport.textSugarHigh']],
  crudeFibre: [en['labReport.textCrudeFibreLow'], en['labReport.textCrudeFibreHigh']],
  energyDE: [en['labReport.textEnergyLow'], en['labReport.textEnergyHigh']],
  energyEWpa: [en['labReport.textEnergyLow'], en['labReport.textEnergyHigh']],
};
const parameterVerdicts = rqsParameters.flatMap((parameter) =>
  valueClasses.map((verdict) => [parameter, verdict] as const),
);

describe('nutrition scan report', () => {
  it.each(parameterVerdicts)(
    'explains for %s the verdict %s and links only its article',
    (parameter, verdict) => {
      renderReport({ values: createValues(parameter, verdict) });
      const row = screen
        .getAllByRole('row')
        .find((each) => within(each).queryByRole('rowheader', { name: en[`labReport.${parameter}`] }))!;
      expect(within(row).getByText(verdictNames[verdict])).toBeTruthy();
      expect(within(row).getByText(/^Target 10 to 20.*, our average 14/)).toBeTruthy();
      const meaning = within(screen.getByRole('region', { name: 'What it means' }));
      if (verdict === 'normal') {
        expect(meaning.getByText('All values are within target.')).toBeTruthy();
        return;
      }
      const title = `${en[`labReport.${parameter}`]}: ${verdictNames[verdict]}`;
      expect(meaning.getByRole('heading', { level: 3, name: title })).toBeTruthy();
      expect(meaning.getByText(verdictMeanings[parameter][verdict === 'low' ? 0 : 1])).toBeTruthy();
      expect(
        meaning.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
      ).toEqual([['Read: Basics', article.url]]);
    },
  );

  it('formats a value with the decimals of its target', () => {
    const values = createValues().map((value) =>
      value.parameter === 'energyDE' ? { ...value, value: 8, min: 8.5, max: 9.5, average: 9 } : value,
    );
    renderReport({ values });
    const row = screen.getByRole('row', { name: /^Digestible energy/ });
    expect(within(row).getAllByRole('cell')[0]?.textContent).toBe('8.0\u00a0MJ');
    expect(within(row).getByText('Target 8.5 to 9.5 MJ, our average 9.0 MJ')).toBeTruthy();
  });

  it('formats a percent sign as the language does', () => {
    renderReport();
    expect(
      within(screen.getByRole('row', { name: /^Dry matter/ })).getAllByRole('cell')[0]?.textContent,
    ).toBe('15%');
  });

  it.each([
    ['low', 'Energy level of this roughage: low', 'Sugar on target, low in energy.'],
    ['medium', 'Energy level of this roughage: medium', 'Sugar on target, enough energy.'],
    ['high', 'Energy level of this roughage: high', 'Sugar on target, high in energy.'],
  ] as const)('describes the energy level %s', (energyLevel, level, headline) => {
    renderReport({ energyLevel });
    expect(screen.getByText(level)).toBeTruthy();
    expect(screen.getByText(headline)).toBeTruthy();
  });

  it('links the article and shows suitable feeds for forage with all values on target', () => {
    renderReport({ article }, { products: [toListedProduct(createProductSummary({ title: 'Vira Core' }))] });
    const meaning = within(screen.getByRole('region', { name: 'What it means' }));
    expect(meaning.getByRole('link', { name: 'Read: Basics' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^In the shop/ })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Vira Core' })).toBeTruthy();
  });

  it('shows the limit of dry wrapped forage and warns of storage by type of forage', () => {
    renderReport({ type: 'silage', values: createValues('dryMatterPct', 'high'), hasStorageRisk: true });
    expect(screen.getAllByText(/Above 20%.*wrapped forage keeps poorly/).length).toBeGreaterThan(0);
    expect(screen.getByText(en['labReport.storageSilage'])).toBeTruthy();
  });

  it.each([
    ['A', 'none', true],
    ['B', 'notice', true],
    ['C', 'refused', false],
    ['D', 'refused', false],
  ] as const)('shows the hygiene scan of the batch with grade %s', (grade, adviceEffect, isUsable) => {
    const hygiene: QsResult = {
      sampleNumber: 'QS-2026-00201',
      sampleName: 'Front loft',
      type: 'hay',
      receiptDate: null,
      resultDate: '2026-08-07',
      laboratory: null,
      version: 1,
      isOwn: false,
      hasStorageRisk: false,
      otherKey: null,
      dryMatterPct: 86,
      moisturePct: 14,
      grade,
      germCount: 12_400_000,
      counts: [{ count: 'yeasts', value: 30_000, orientation: 150_000, step: 1 }],
      adviceEffect,
      verdict: grade,
      shelf: null,
    };
    const verdict = isUsable ? 'medium' : grade;
    renderReport({ verdict, hygiene: { grade, adviceEffect, key: 'B'.repeat(22) } }, { hygiene });
    const region = within(screen.getByRole('region', { name: 'Hygiene scan' }));
    expect(region.getByText(`Class ${grade}`)).toBeTruthy();
    expect(region.getByText(en[`labReport.grade${grade}`])).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Use in my feed advice' }) !== null).toBe(isUsable);
  });
});

describe('nutrition scan report of a refused batch', () => {
  it.each([
    ['D', 'Do not feed this batch', 'Stop feeding this batch immediately, to every horse.'],
    ['C', 'Only soaked or steamed, never for coughing horses', /^Do not feed it dry\./],
  ] as const)('shows only the immediate steps for class %s', (verdict, headline, step) => {
    renderReport({ verdict, shelf });
    expect(screen.getByText(headline)).toBeTruthy();
    expect(screen.queryByText(/Sugar on target/)).toBeNull();
    const now = within(screen.getByRole('region', { name: 'What to do now' }));
    expect(now.getByText(step)).toBeTruthy();
    expect(now.getByText(/Call the vet/)).toBeTruthy();
    expect(now.getByRole('link', { name: 'In the shop: Balancers' }).getAttribute('href')).toBe(shelf.url);
    expect(screen.queryByRole('region', { name: 'What it means' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Use in my feed advice' })).toBeNull();
  });

  it('shows the warning of class B above its values', () => {
    renderReport({ hygiene: { grade: 'B', adviceEffect: 'notice', key: 'B'.repeat(22) } });
    expect(screen.getByText(en['labReport.gradeB'])).toBeTruthy();
  });
});

it('formats the unit of minerals per dry matter in the language', () => {
  renderReport({ minerals: [{ key: 'calcium', unit: 'g/kg DM', value: 4.2 }] });
  expect(screen.getByText(`4.2 ${en['labReport.unitOfDryMatter'].replace('%{unit}', 'g')}`)).toBeTruthy();
});

it('shows the ratio of calcium to phosphorus if both were measured', () => {
  const calcium = { key: 'calcium', unit: 'g/kg DM', value: 4.2 };
  renderReport({ minerals: [calcium, { key: 'phosphorus', unit: 'g/kg DM', value: 2.5 }] });
  const row = screen.getByRole('row', { name: /^Calcium to phosphorus ratio/ });
  expect(within(row).getByRole('cell').textContent).toBe('1.7\u00a0:\u00a01');
  cleanup();
  renderReport({ minerals: [calcium] });
  expect(screen.queryByText('Calcium to phosphorus ratio')).toBeNull();
});

it.each([
  ['nearInfrared', 'Near infrared (NIR)'],
  ['wetChemistry', 'Wet chemistry'],
  ['culture', 'Culture and colony count'],
] as const)('shows the sample number, the laboratory and its method %s', (method, name) => {
  renderReport({ laboratory: { name: 'Grassland Laboratory', method } });
  const facts = screen
    .getAllByRole('term')
    .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent]);
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Laboratory', 'Grassland Laboratory'],
      ['Method', name],
      ['Sample number', 'RQS-2026-00101'],
    ]),
  );
  cleanup();
  renderReport();
  expect(screen.queryByText('Laboratory')).toBeNull();
});

describe('replaced link', () => {
  const own: ReportPageDetails['own'] = {
    owner: {
      firstName: 'Marit',
      emailAddress: 'marit@example.com',
      unreadQuickscanResults: 0,
      unreadFeedAdvice: 0,
      formToken: 'token',
    },
    isRead: true,
    orderNumber: null,
    samples: [],
  };

  it('is confirmed only to the visitor who replaced it', () => {
    renderReport({ isOwn: true }, { frame: { ...frame, own } }, { form: 'result-replace', back: null });
    const notice = screen.getByText(en['labReport.replaced']);
    expect(notice.closest('[role="status"]')).not.toBeNull();
    expect(document.activeElement?.contains(notice)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    cleanup();
    renderReport({ isOwn: true }, { frame: { ...frame, own } });
    expect(screen.queryByText(en['labReport.replaced'])).toBeNull();
  });

  it('is requested with a new document', () => {
    renderReport({ isOwn: true }, { frame: { ...frame, own } });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Make a new link', hidden: true });
    expect(button.form?.getAttribute('action')).toBe('/account/rqs-results/');
    expect(Object.fromEntries(new FormData(button.form!))).toEqual({
      form: 'result-replace',
      formToken: 'token',
      kind: 'rqs',
      key,
    });
  });
});
