import { describe, expect, it } from '@jest/globals';
import {
  createFacets,
  createMaskCondition,
  type FacetBounds,
  type FacetOffer,
  readFilters,
} from './facets.ts';

const facetOffer: FacetOffer = {
  groups: [
    { key: 'muesli', title: 'Muesli', categoryIds: [11] },
    { key: 'mash', title: 'Mash', categoryIds: [15, 16] },
  ],
  values: [
    { facet: 'horseTypes', value: 'pony', bit: 0 },
    { facet: 'horseTypes', value: 'horse', bit: 2 },
  ],
  getTitle: (vocabulary, value) => `${vocabulary}.${value}`,
};

const bounds = (count: number, failed: FacetBounds['failed'] = null): FacetBounds => ({
  failed,
  count,
  minAmount: 1050,
  maxAmount: 2001,
  minStarchSugar: 3.2,
  maxStarchSugar: 9.9,
});

describe('filters', () => {
  it('are converted to masks, categories and cents', () => {
    expect(
      readFilters(
        [
          { discriminator: 'multiSelect', facetKey: 'horse-type', selectedKeys: ['pony', 'horse'] },
          { discriminator: 'multiSelect', facetKey: 'product-group', selectedKeys: ['mash'] },
          {
            discriminator: 'rangeSlider',
            facetKey: 'price',
            selectedMinValue: 19.99,
            selectedMaxValue: null,
          },
        ],
        facetOffer,
      ),
    ).toEqual([
      { facetKey: 'horse-type', mask: 0b101n },
      { facetKey: 'product-group', categoryIds: [15, 16] },
      { facetKey: 'price', least: 1999, most: null },
    ]);
  });

  it('report every error at once', () => {
    expect(() =>
      readFilters(
        [
          { discriminator: 'multiSelect', facetKey: 'horse-type', selectedKeys: ['zebra'] },
          { discriminator: 'rangeSlider', facetKey: 'price', selectedMinValue: 2, selectedMaxValue: 1 },
        ],
        facetOffer,
      ),
    ).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: [
          { field: 'filter.filters.0.selectedKeys.0', code: 'unknown' },
          { field: 'filter.filters.1.selectedMaxValue', code: 'reversed' },
        ],
      }),
    );
  });

  it('have no condition for a vocabulary value that no product ever had', () => {
    expect(createMaskCondition('horseTypes', new Set(['horse']), facetOffer.values)).toEqual({
      facetKey: 'horse-type',
      mask: 0b100n,
    });
    expect(createMaskCondition('horseTypes', new Set(['zebra']), facetOffer.values)).toBeUndefined();
  });
});

describe('facets', () => {
  const count = (failed: FacetBounds['failed'], value: bigint, amount: number) => ({
    facetKey: 'horse-type' as const,
    failed,
    value,
    count: amount,
  });

  it('count the products of each of their values', () => {
    const [facet] = createFacets([], facetOffer, {
      counts: [count(null, 0b001n, 4), count(null, 0b101n, 3)],
      bounds: [bounds(7)],
    });
    expect(facet).toEqual({
      discriminator: 'multiSelect',
      facetKey: 'horse-type',
      options: [
        { key: 'pony', title: 'horseTypes.pony', count: 7 },
        { key: 'horse', title: 'horseTypes.horse', count: 3 },
      ],
    });
  });

  it('ignore their own selection and respect that of other facets', () => {
    const chosen = [
      { discriminator: 'multiSelect', facetKey: 'horse-type', selectedKeys: ['horse'] },
    ] as const;
    const facets = createFacets(
      chosen.map((filter) => ({ ...filter, selectedKeys: [...filter.selectedKeys] })),
      facetOffer,
      {
        counts: [
          count(null, 0b100n, 3),
          count('horse-type', 0b001n, 4),
          { facetKey: 'product-group', failed: null, value: 11n, count: 3 },
          { facetKey: 'product-group', failed: 'horse-type', value: 15n, count: 4 },
        ],
        bounds: [bounds(3), bounds(4, 'horse-type')],
      },
    );
    expect(facets.find(({ facetKey }) => facetKey === 'horse-type')).toMatchObject({
      options: [
        { key: 'pony', count: 4 },
        { key: 'horse', count: 3 },
      ],
    });
    // All three hits are muesli, so the facet would not divide them.
    expect(facets.find(({ facetKey }) => facetKey === 'product-group')).toBeUndefined();
  });

  it('have sliders in whole steps that include every product', () => {
    const facets = createFacets([], facetOffer, { counts: [], bounds: [bounds(7)] });
    expect(facets).toEqual([
      { discriminator: 'slider', facetKey: 'starch-sugar-max', minValue: 3, maxValue: 10 },
      { discriminator: 'rangeSlider', facetKey: 'price', minValue: 10, maxValue: 21 },
    ]);
  });
});
