import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { getGramsPerDay } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { getCostPerDay, getPackDurationDays } from '../../../shared/rules/pack-duration.ts';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import type { Shop } from '../../store/shop.tsx';

/** One row of the comparison: a value per product, or null. */
export interface CompareRow {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly (string | null)[];
  /** Columns with the lowest value, if a low value is relevant and not all are equal. */
  readonly lowest: readonly number[];
  /** Whether all values are equal. */
  readonly isSame: boolean;
}

/** Nutrients of which owners often want less. */
const constituentsBetterLow = new Set(['starch', 'sugar']);

/** Horse and pony of the shop's examples. Both do light work, which is the most common level. */
const horses = [
  { kilograms: 600, key: 'horse' },
  { kilograms: 300, key: 'pony' },
] as const;
const exampleWorkLevel = 'light';

interface CompareRowDraft {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly (string | null)[];
  /** Numbers to find the lowest value, if it is to be highlighted. */
  readonly figures?: readonly (number | null)[];
}

function findLowestPositions(figures: readonly (number | null)[] | undefined): number[] {
  const known = (figures ?? []).filter((figure) => figure !== null);
  const least = Math.min(...known);
  if (known.length < 2 || known.every((figure) => figure === least)) return [];
  return (figures ?? []).flatMap((figure, index) => (figure === least ? [index] : []));
}

type Horse = (typeof horses)[number];

/** Returns grams per day for a horse in light work, or null if the product has no such dosage. */
function calculateGramsPerDay({ dosage }: ComparedProduct, { key, kilograms }: Horse): number | null {
  const horse = dosage?.ration?.horses.find((each) => each.key === key);
  if (!dosage?.ration || !horse) return null;
  const row =
    dosage.rows.find(({ level }) => level === exampleWorkLevel) ??
    (dosage.rows.length === 1 ? dosage.rows[0] : undefined);
  if (!row || row.gramsPer100Kg <= 0) return null;
  const { ration, feedsPerDay } = dosage;
  const { gramsPer100Kg } = row;
  return getGramsPerDay(ration, kilograms, { ...ration, feedsPerDay, gramsPer100Kg, typePct: horse.typePct });
}

/** Returns the price of a daily ration in euro cents incl. VAT, or null without a ration. */
function calculateCostPerDay(product: ComparedProduct, horse: Horse): number | null {
  const grams = calculateGramsPerDay(product, horse);
  if (grams === null || !product.netWeightGrams) return null;
  return getCostPerDay(product.price.amountInclVat, product.netWeightGrams, grams);
}

/** Lists the keys of rows in the order in which the products first contain them. */
function listDistinctKeys<T>(
  products: readonly ComparedProduct[],
  list: (product: ComparedProduct) => readonly T[],
): T[] {
  return [...new Set(products.flatMap((product) => [...list(product)]))];
}

const getFactValues = (product: ComparedProduct, key: string) =>
  product.facts.find((fact) => fact.key === key)?.values ?? [];

/** Rows about the suitable horses, in display order. */
const factRows = [
  { key: 'horseTypes', name: 'facts.horseTypes' },
  { key: 'ageGroups', name: 'facts.ageGroups' },
  { key: 'applications', name: 'facts.applications' },
  { key: 'labour', name: 'facts.labour' },
] as const;

/** Rows that decide most purchases, in order of importance to owners. */
const decidingRowKeys: readonly string[] = [
  'sugar',
  'starch',
  'energyEWpa',
  'energyDE',
  ...horses.map(({ key }) => `${key} cost`),
];

/** Returns the rank of a row: deciding rows first, all others after them in their order. */
function getRowRank({ key }: CompareRowDraft): number {
  const rank = decidingRowKeys.indexOf(key);
  return rank === -1 ? decidingRowKeys.length : rank;
}

/**
 * Creates all rows for which at least one product has a value: deciding rows first, then suitable horses,
 * nutrients, and values per kilogram and day.
 */
export function createCompareRows(products: readonly ComparedProduct[], shop: Shop): CompareRow[] {
  const { t, formats } = shop;
  const perKg = products.map(
    ({ price }) =>
      price.unitPrices.find(({ basis }) => basis === 'kg' || basis === 'litre')?.amountInclVat ?? null,
  );
  const feeds = products.map(({ constituents }) => constituents.length > 0);
  const drafts: CompareRowDraft[] = [
    ...factRows.map(({ key, name }) => ({
      key,
      name: t(name),
      cells: products.map((product) => getFactValues(product, key).join(', ') || null),
    })),
    ...listDistinctKeys(products, ({ constituents }) => constituents.map(({ key }) => key)).map((key) => {
      const values = products.map(({ constituents }) => constituents.find((one) => one.key === key) ?? null);
      const unit = values.find((value) => value !== null)?.unit ?? '%';
      const name = values.find((value) => value !== null)?.name ?? key;
      return {
        key,
        name: unit === '%' ? name : t(unit === '/kg' ? 'compare.perKg' : 'compare.megajoulesPerKg', { name }),
        cells: values.map((value) =>
          value === null
            ? null
            : unit === '%'
              ? formats.percentage(value.value)
              : formats.number(value.value),
        ),
        ...(constituentsBetterLow.has(key) ? { figures: values.map((value) => value?.value ?? null) } : {}),
      };
    }),
    ...listDistinctKeys(products, (product) => getFactValues(product, 'ingredientFlags')).map((flag) => ({
      key: `flag ${flag}`,
      name: flag,
      cells: products.map((product, index) =>
        getFactValues(product, 'ingredientFlags').includes(flag)
          ? t('common.yes')
          : feeds[index]
            ? t('common.no')
            : null,
      ),
    })),
    { key: 'pack', name: t('compare.pack'), cells: products.map((product) => getPackName(shop, product)) },
    {
      key: 'unitPrice',
      name: t('compare.unitPrice'),
      cells: perKg.map((amount) => (amount === null ? null : formats.euro(amount))),
      figures: perKg,
    },
    ...horses.flatMap((example) => {
      const { kilograms, key } = example;
      const horse = t('compare.lightWork', { weight: formats.weight(kilograms * 1000) });
      const costs = products.map((product) => calculateCostPerDay(product, example));
      return [
        {
          key: `${key} grams`,
          name: t('compare.ration', { horse }),
          cells: products.map((product) => {
            const grams = calculateGramsPerDay(product, example);
            return grams === null ? null : t('dosage.gramsPerDay', { grams: formats.weight(grams) });
          }),
        },
        {
          key: `${key} cost`,
          name: t('compare.costPerDay', { horse }),
          cells: costs.map((cost) => (cost === null ? null : formats.euro(cost))),
          figures: costs,
        },
        {
          key: `${key} days`,
          name: t('compare.packLasts', { horse }),
          cells: products.map((product) => {
            const grams = calculateGramsPerDay(product, example);
            if (grams === null || !product.netWeightGrams || !product.dosage) return null;
            const days = getPackDurationDays(product.netWeightGrams, grams, product.dosage);
            return t('dosage.days', { smart_count: days });
          }),
        },
      ];
    }),
  ];
  return drafts
    .filter(({ cells }) => cells.some((cell) => cell !== null))
    .sort((one, other) => getRowRank(one) - getRowRank(other))
    .map(({ key, name, cells, figures }) => ({
      key,
      name,
      cells,
      lowest: findLowestPositions(figures),
      isSame: cells.length > 1 && cells.every((cell) => cell === cells[0]),
    }));
}
