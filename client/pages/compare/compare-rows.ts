import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { getGramsPerDay } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { getCostPerDay, getPackDurationDays } from '../../../shared/rules/pack-duration.ts';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import type { Shop } from '../../store/shop.tsx';

/** One row of the comparison: a value per product, null where the product has none. */
export interface CompareRow {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly (string | null)[];
  /** Columns with the lowest value, where a low one is worth knowing and not all are equal. */
  readonly lowest: readonly number[];
  /** All products say the same. */
  readonly isSame: boolean;
}

/** Constituents of which less is often wanted. */
const betterLow = new Set(['starch', 'sugar']);

/** The horse and the pony that the shop's examples use, in light work, as most are. */
const horses = [
  { kilograms: 600, key: 'horse' },
  { kilograms: 300, key: 'pony' },
] as const;
const workLevel = 'light';

interface Draft {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly (string | null)[];
  /** What the cells are compared by, where the lowest is marked. */
  readonly figures?: readonly (number | null)[];
}

function findLowest(figures: readonly (number | null)[] | undefined): number[] {
  const known = (figures ?? []).filter((figure) => figure !== null);
  const least = Math.min(...known);
  if (known.length < 2 || known.every((figure) => figure === least)) return [];
  return (figures ?? []).flatMap((figure, index) => (figure === least ? [index] : []));
}

type Horse = (typeof horses)[number];

/** Grams a day for a horse in light work; null for a product that is not dosed so, or not for such a horse. */
function getGrams({ dosage }: ComparedProduct, { key, kilograms }: Horse): number | null {
  const horse = dosage?.ration?.horses.find((each) => each.key === key);
  if (!dosage?.ration || !horse) return null;
  const row =
    dosage.rows.find(({ level }) => level === workLevel) ??
    (dosage.rows.length === 1 ? dosage.rows[0] : undefined);
  if (!row || row.gramsPer100Kg <= 0) return null;
  const { ration, feedsPerDay } = dosage;
  const { gramsPer100Kg } = row;
  return getGramsPerDay(ration, kilograms, { ...ration, feedsPerDay, gramsPer100Kg, typePct: horse.typePct });
}

/** Price incl. VAT of a day's ration in cents; null where there is no ration. */
function getCost(product: ComparedProduct, horse: Horse): number | null {
  const grams = getGrams(product, horse);
  if (grams === null || !product.netWeightGrams) return null;
  return getCostPerDay(product.price.amountInclVat, product.netWeightGrams, grams);
}

/** Lines of a list in the order in which the products name them first. */
function listKeys<T>(
  products: readonly ComparedProduct[],
  list: (product: ComparedProduct) => readonly T[],
): T[] {
  return [...new Set(products.flatMap((product) => [...list(product)]))];
}

const getFact = (product: ComparedProduct, key: string) =>
  product.facts.find((fact) => fact.key === key)?.values ?? [];

/** Facts for whom a product is, in the order of their rows. */
const factRows = [
  { key: 'horseTypes', name: 'facts.horseTypes' },
  { key: 'ageGroups', name: 'facts.ageGroups' },
  { key: 'applications', name: 'facts.applications' },
  { key: 'labour', name: 'facts.labour' },
] as const;

/** Rows that decide most choices, in the order in which owners ask for them. */
const decidingRows: readonly string[] = [
  'sugar',
  'starch',
  'energyEWpa',
  'energyDE',
  ...horses.map(({ key }) => `${key} cost`),
];

/** Deciding rows first, all others in their order behind them. */
function getRank({ key }: Draft): number {
  const rank = decidingRows.indexOf(key);
  return rank === -1 ? decidingRows.length : rank;
}

/**
 * All rows that at least one product has something to say in: first what decides, then for whom, what is in it, and per kilogram
 * and day.
 */
export function createCompareRows(products: readonly ComparedProduct[], shop: Shop): CompareRow[] {
  const { t, formats } = shop;
  const perKg = products.map(
    ({ price }) =>
      price.unitPrices.find(({ basis }) => basis === 'kg' || basis === 'litre')?.amountInclVat ?? null,
  );
  const feeds = products.map(({ constituents }) => constituents.length > 0);
  const drafts: Draft[] = [
    ...factRows.map(({ key, name }) => ({
      key,
      name: t(name),
      cells: products.map((product) => getFact(product, key).join(', ') || null),
    })),
    ...listKeys(products, ({ constituents }) => constituents.map(({ key }) => key)).map((key) => {
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
        ...(betterLow.has(key) ? { figures: values.map((value) => value?.value ?? null) } : {}),
      };
    }),
    ...listKeys(products, (product) => getFact(product, 'ingredientFlags')).map((flag) => ({
      key: `flag ${flag}`,
      name: flag,
      cells: products.map((product, index) =>
        getFact(product, 'ingredientFlags').includes(flag)
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
      const costs = products.map((product) => getCost(product, example));
      return [
        {
          key: `${key} grams`,
          name: t('compare.ration', { horse }),
          cells: products.map((product) => {
            const grams = getGrams(product, example);
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
            const grams = getGrams(product, example);
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
    .sort((one, other) => getRank(one) - getRank(other))
    .map(({ key, name, cells, figures }) => ({
      key,
      name,
      cells,
      lowest: findLowest(figures),
      isSame: cells.length > 1 && cells.every((cell) => cell === cells[0]),
    }));
}
