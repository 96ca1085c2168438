import type {
  FacetFilter,
  MultiSelectFacetKey,
  SingleSelectFacetKey,
} from '../../../../shared/contract/list-choices.ts';
import type { Facet, ProductSearchRequest } from '../../../../shared/contract/products.ts';
import {
  type VocabularyFacetKey,
  vocabularyFacetKeys,
  vocabularyFacets,
} from '../../../../shared/rules/vocabulary-facets.ts';
import { createValidationFailed, type FieldError } from '../../core/http/problem-error.ts';

export const flagFacetKeys = ['sale', 'new'] as const satisfies SingleSelectFacetKey[];

/** All facets in display order. */
export const facetKeys = [
  'product-group',
  ...vocabularyFacetKeys,
  'starch-sugar-max',
  'price',
  ...flagFacetKeys,
] as const;
export type FacetKey = (typeof facetKeys)[number];

/** The only value of a boolean facet. */
const FLAG_VALUE = 'yes';

/** A value of a mask facet and its bit position. */
export interface FacetValueRow {
  readonly facet: string;
  readonly value: string;
  readonly bit: number;
}

/** A category in the facet 'product-group', with all its descendants. */
export interface ProductGroup {
  readonly key: string;
  readonly title: string;
  readonly categoryIds: readonly number[];
}

/** A selected filter in the terms of the read model. */
export type FacetCondition =
  | { readonly facetKey: 'product-group'; readonly categoryIds: readonly number[] }
  | { readonly facetKey: VocabularyFacetKey; readonly mask: bigint }
  | { readonly facetKey: SingleSelectFacetKey }
  | { readonly facetKey: 'starch-sugar-max'; readonly most: number }
  /** Euro cents; null for no bound. */
  | { readonly facetKey: 'price'; readonly least: number | null; readonly most: number | null };

/**
 * Hits of one value of one facet. `failed` names the facet that the counted products fail; null if they pass
 * all.
 */
export interface FacetCount {
  readonly facetKey: FacetKey;
  readonly failed: FacetKey | null;
  /** Bit mask, category id, or 1 for a set flag. */
  readonly value: bigint;
  readonly count: number;
}

/** Bounds of the products that pass all facets, or all but `failed`. Null if no product has the value. */
export interface FacetBounds {
  readonly failed: FacetKey | null;
  readonly count: number;
  /** Euro cents. */
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  readonly minStarchSugar: number | null;
  readonly maxStarchSugar: number | null;
}

/** The possible values of the facets of a list. */
export interface FacetOffer {
  readonly groups: readonly ProductGroup[];
  readonly values: readonly FacetValueRow[];
  /** Returns the name of a value in the language of the request. */
  readonly getTitle: (vocabulary: string, value: string) => string | undefined;
}

const isMaskFacet = (key: MultiSelectFacetKey): key is VocabularyFacetKey =>
  Object.hasOwn(vocabularyFacets, key);
const toCents = (euro: number): number => Math.round(euro * 100);

/** Returns the condition of a vocabulary; undefined if no product ever had one of the values. */
export function createMaskCondition(
  vocabulary: string,
  values: ReadonlySet<string>,
  rows: readonly FacetValueRow[],
): FacetCondition | undefined {
  const facetKey = vocabularyFacetKeys.find((key) => vocabularyFacets[key] === vocabulary);
  const mask = rows
    .filter(({ facet, value }) => facet === vocabulary && values.has(value))
    .reduce((bits, { bit }) => bits | (1n << BigInt(bit)), 0n);
  return facetKey && mask !== 0n ? { facetKey, mask } : undefined;
}

/**
 * Reads the filters of a search.
 *
 * @throws ProblemError 400 `validation_failed` if a facet occurs twice, a value is unknown or a range is
 * reversed
 */
export function readFilters(
  filters: ProductSearchRequest['filter']['filters'],
  offer: FacetOffer,
): FacetCondition[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const conditions = filters.map((filter, index): FacetCondition => {
    const field = `filter.filters.${index}`;
    if (seen.has(filter.facetKey)) errors.push({ field: `${field}.facetKey`, code: 'duplicate' });
    seen.add(filter.facetKey);
    return parseFacetCondition(filter, offer, (name, code) =>
      errors.push({ field: `${field}.${name}`, code }),
    );
  });
  if (errors.length > 0) throw createValidationFailed(errors);
  return conditions;
}

function parseFacetCondition(
  filter: FacetFilter,
  offer: FacetOffer,
  addError: (name: string, code: string) => void,
): FacetCondition {
  switch (filter.discriminator) {
    case 'multiSelect': {
      const { facetKey, selectedKeys } = filter;
      if (!isMaskFacet(facetKey)) {
        const categoryIds = selectedKeys.flatMap((key, index) => {
          const group = offer.groups.find((candidate) => candidate.key === key);
          if (!group) addError(`selectedKeys.${index}`, 'unknown');
          return group?.categoryIds ?? [];
        });
        return { facetKey: 'product-group', categoryIds };
      }
      let mask = 0n;
      for (const [index, key] of selectedKeys.entries()) {
        const row = offer.values.find(
          ({ facet, value }) => facet === vocabularyFacets[facetKey] && value === key,
        );
        if (row) mask |= 1n << BigInt(row.bit);
        else addError(`selectedKeys.${index}`, 'unknown');
      }
      return { facetKey, mask };
    }
    case 'singleSelect':
      if (filter.selectedKey !== FLAG_VALUE) addError('selectedKey', 'unknown');
      return { facetKey: filter.facetKey };
    case 'slider':
      return { facetKey: filter.facetKey, most: filter.selectedValue };
    case 'rangeSlider': {
      const { facetKey, selectedMinValue, selectedMaxValue } = filter;
      if (selectedMinValue !== null && selectedMaxValue !== null && selectedMinValue > selectedMaxValue) {
        addError('selectedMaxValue', 'reversed');
      }
      return {
        facetKey,
        least: selectedMinValue === null ? null : toCents(selectedMinValue),
        most: selectedMaxValue === null ? null : toCents(selectedMaxValue),
      };
    }
  }
}

/**
 * Returns the facets of a list: those that divide its hits, and the selected ones. The count of a value is
 * the number of hits with it while the other facets stay the same, so a facet's counts ignore its own
 * selection.
 */
export function createFacets(
  filters: readonly FacetFilter[],
  offer: FacetOffer,
  counted: { readonly counts: readonly FacetCount[]; readonly bounds: readonly FacetBounds[] },
): Facet[] {
  const chosen = new Map(filters.map((filter) => [filter.facetKey as FacetKey, filter]));
  /** Products that pass all facets but this one, whether they pass this one or not. */
  const isWithout = (facetKey: FacetKey) => (row: { readonly failed: FacetKey | null }) =>
    row.failed === null || row.failed === facetKey;

  const bounds = (facetKey: FacetKey) => counted.bounds.filter(isWithout(facetKey));
  const getTotal = (facetKey: FacetKey) => bounds(facetKey).reduce((sum, { count }) => sum + count, 0);
  const countWhere = (facetKey: FacetKey, matches: (value: bigint) => boolean) =>
    counted.counts
      .filter((row) => row.facetKey === facetKey && isWithout(facetKey)(row) && matches(row.value))
      .reduce((sum, { count }) => sum + count, 0);

  function createMultiSelect(facetKey: MultiSelectFacetKey): Facet[] {
    const filter = chosen.get(facetKey);
    const selected = filter?.discriminator === 'multiSelect' ? filter.selectedKeys : [];
    const all = isMaskFacet(facetKey)
      ? offer.values
          .filter(({ facet }) => facet === vocabularyFacets[facetKey])
          .map(({ facet, value, bit }) => ({
            key: value,
            title: offer.getTitle(facet, value) ?? value,
            count: countWhere(facetKey, (mask) => (mask & (1n << BigInt(bit))) !== 0n),
          }))
      : offer.groups.map(({ key, title, categoryIds }) => {
          const ids = new Set(categoryIds.map(BigInt));
          return { key, title, count: countWhere(facetKey, (id) => ids.has(id)) };
        });
    const options = all.filter(({ key, count }) => count > 0 || selected.includes(key));
    const total = getTotal(facetKey);
    const divides = options.some(({ count }) => count > 0 && count < total);
    return filter || divides ? [{ discriminator: 'multiSelect', facetKey, options }] : [];
  }

  function createFlag(facetKey: SingleSelectFacetKey): Facet[] {
    const count = countWhere(facetKey, (value) => value === 1n);
    if (!chosen.has(facetKey) && (count === 0 || count === getTotal(facetKey))) return [];
    // Its single value needs no name: the page names the facet.
    return [
      { discriminator: 'singleSelect', facetKey, options: [{ key: FLAG_VALUE, title: FLAG_VALUE, count }] },
    ];
  }

  /** Returns a range in whole steps that includes every product at both ends. */
  function getRange(
    facetKey: FacetKey,
    least: 'minAmount' | 'minStarchSugar',
    most: 'maxAmount' | 'maxStarchSugar',
    unit: number,
  ) {
    const rows = bounds(facetKey);
    const lows = rows.flatMap((row) => row[least] ?? []);
    const highs = rows.flatMap((row) => row[most] ?? []);
    if (lows.length === 0 || highs.length === 0) return { minValue: 0, maxValue: 0 };
    return {
      minValue: Math.floor(Math.min(...lows) / unit),
      maxValue: Math.ceil(Math.max(...highs) / unit),
    };
  }

  function createSlider(): Facet[] {
    const range = getRange('starch-sugar-max', 'minStarchSugar', 'maxStarchSugar', 1);
    if (!chosen.has('starch-sugar-max') && range.minValue >= range.maxValue) return [];
    return [{ discriminator: 'slider', facetKey: 'starch-sugar-max', ...range }];
  }

  function createRangeSlider(): Facet[] {
    const range = getRange('price', 'minAmount', 'maxAmount', 100);
    if (!chosen.has('price') && range.minValue >= range.maxValue) return [];
    return [{ discriminator: 'rangeSlider', facetKey: 'price', ...range }];
  }

  return facetKeys.flatMap((facetKey): Facet[] => {
    if (facetKey === 'starch-sugar-max') return createSlider();
    if (facetKey === 'price') return createRangeSlider();
    if (facetKey === 'sale' || facetKey === 'new') return createFlag(facetKey);
    return createMultiSelect(facetKey);
  });
}
