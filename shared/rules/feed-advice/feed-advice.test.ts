import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type AdvisedProduct, advise, countPacksForMonth, type RoughageResult } from './feed-advice.ts';
import type { FeedModel, ProductDose } from './feed-model.ts';

const data = path.resolve(import.meta.dirname, '../../../server/backend/sample-shop/data');
const readSampleFile = <T>(name: string): T => JSON.parse(readFileSync(path.join(data, name), 'utf8'));

interface CatalogueProduct {
  readonly key: string;
  readonly horseTypes: readonly string[];
  readonly analytical: Readonly<Record<string, number>> | null;
  readonly feedAdvice: ProductDose;
  readonly variants: readonly { readonly netWeightG: number; readonly priceExclVat: number }[];
}
interface AdviceCase {
  readonly id: string;
  readonly title: string;
  readonly product: string;
  readonly variantIndex?: number;
  readonly input: {
    readonly horseType: string;
    readonly weightKg: number;
    readonly workLevel: string;
    readonly roughageType?: string;
    readonly rqs?: RoughageResult;
  };
  readonly expected: Readonly<Record<string, unknown>> & { readonly ok: boolean };
}

const model = readSampleFile<FeedModel>('feed-model.json');
const { products } = readSampleFile<{ products: CatalogueProduct[] }>('catalogue.json');
const { cases } = readSampleFile<{ cases: AdviceCase[] }>('feed-advice-cases.json');

function getProduct(key: string) {
  const product = products.find((each) => each.key === key)!;
  const advised: AdvisedProduct = {
    dose: product.feedAdvice,
    horseTypes: product.horseTypes,
    starch: product.analytical?.starch ?? 0,
    crudeProtein: product.analytical?.crudeProtein ?? 0,
    energyDE: product.analytical?.energyDE ?? 0,
  };
  const packs = product.variants.map(({ netWeightG, priceExclVat }) => ({
    netWeightGrams: netWeightG,
    // VAT rate of the Netherlands: 21 %.
    priceInclVat: Math.round(priceExclVat * 121),
  }));
  return { product, advised, packs };
}

describe('advise', () => {
  it.each(cases.map((each) => [`${each.id} ${each.title}`, each] as const))(
    'answers case %s of the feeding model',
    (_, each) => {
      const { advised, packs } = getProduct(each.product);
      const { horseType, weightKg, workLevel, roughageType, rqs } = each.input;
      const answer = advise(model, advised, packs[each.variantIndex ?? 0]!, {
        horseType,
        weightKg,
        workLevel,
        roughage: rqs ?? roughageType ?? '',
      });
      if (!each.expected.ok) {
        expect(answer).toEqual({ determined: false, reason: each.expected.reason });
        return;
      }
      const { ok: _ok, costPerDay, ...figures } = each.expected;
      expect(answer).toEqual({
        determined: true,
        advice: { ...figures, costPerDay: Math.round(Number(costPerDay) * 100) },
      });
    },
  );

  it('is tested with 14 rations and 8 refusals', () => {
    expect(cases.filter(({ expected }) => expected.ok)).toHaveLength(14);
    expect(cases.filter(({ expected }) => !expected.ok)).toHaveLength(8);
  });

  it('uses the reference weight of the type if none is given', () => {
    const { advised, packs } = getProduct('terno-basis');
    const ask = (weightKg: number | null) =>
      advise(model, advised, packs[0]!, { horseType: 'pony', weightKg, workLevel: 'light', roughage: 'hay' });
    expect(ask(null)).toEqual(ask(300));
  });

  it.each([
    ['an unknown horse type', { horseType: 'zebra' }, 'input_invalid'],
    ['an inherited property name', { horseType: 'constructor' }, 'input_invalid'],
    ['an unknown work level', { workLevel: 'toString' }, 'input_invalid'],
    ['an unknown roughage', { roughage: 'straw' }, 'input_invalid'],
    ['a weight that is not a number', { weightKg: Number.NaN }, 'weight_out_of_range'],
    ['an infinite weight', { weightKg: Number.POSITIVE_INFINITY }, 'weight_out_of_range'],
    ['0 kg', { weightKg: 0 }, 'weight_out_of_range'],
    ['299 kg', { weightKg: 299 }, 'weight_out_of_range'],
    ['1,001 kg', { weightKg: 1001 }, 'weight_out_of_range'],
  ])('refuses %s', (_what, part, reason) => {
    const { advised, packs } = getProduct('terno-basis');
    const input = { horseType: 'horse', weightKg: 600, workLevel: 'light', roughage: 'hay', ...part };
    expect(advise(model, advised, packs[0]!, input)).toEqual({ determined: false, reason });
  });

  const result: RoughageResult = {
    type: 'hay',
    dryMatterPct: 86,
    energyDE: 9,
    crudeProtein: 84,
    sugar: 100,
    ageDays: 10,
  };
  it.each([
    ['of a grass sample', { type: 'grass' }, 'roughage_result_incomplete'],
    ['without a protein value', { crudeProtein: null }, 'roughage_result_incomplete'],
    ['of 366 days', { ageDays: 366 }, 'roughage_result_expired'],
    ['graded C', { qsGrade: 'C' }, 'roughage_hygiene_rejected'],
    ['graded D', { qsGrade: 'D' }, 'roughage_hygiene_rejected'],
    ['with too much moisture for hay', { dryMatterPct: 79.9 }, 'roughage_too_wet'],
    ['with too much moisture for silage', { type: 'silage', dryMatterPct: 44.9 }, 'roughage_too_wet'],
    ['95.1 % dry', { dryMatterPct: 95.1 }, 'roughage_result_incomplete'],
    ['with DE 5.9', { energyDE: 5.9 }, 'roughage_result_incomplete'],
    ['with DE 12.6', { energyDE: 12.6 }, 'roughage_result_incomplete'],
  ] as const)('refuses a report %s', (_what, part, reason) => {
    const { advised, packs } = getProduct('terno-basis');
    const ask = (roughage: RoughageResult) =>
      advise(model, advised, packs[0]!, { horseType: 'horse', weightKg: 600, workLevel: 'light', roughage });
    expect(ask({ ...result, ...part })).toEqual({ determined: false, reason });
    expect(ask({ ...result, ageDays: 365, qsGrade: 'B', energyDE: 12.5, dryMatterPct: 95 }).determined).toBe(
      true,
    );
  });

  it('counts packs for a month', () => {
    expect([16, 10, 30, 29, 1, 0, 133].map((daysPerPack) => countPacksForMonth({ daysPerPack }))).toEqual([
      2, 3, 1, 2, 30, 30, 1,
    ]);
  });
});
