import { describe, expect, it } from '@jest/globals';
import { callSchemas } from '../../../shared/contract/calls.ts';
import { ProblemError } from './problem-error.ts';
import { createInputReader } from './read-input.ts';

const readSearch = createInputReader(callSchemas.searchProducts);

/** What a search with these filters is told. */
function refusalOf(...filters: unknown[]): unknown {
  try {
    readSearch({
      params: {},
      query: {},
      body: {
        filter: { searchTerm: null, filters },
        pageInfo: { page: 1, pageSize: 24, descending: false, sort: 'popularity' },
      },
    });
  } catch (error) {
    if (error instanceof ProblemError) return error.toProblem();
    throw error;
  }
  return null;
}

describe('a facet filter that the contract does not have', () => {
  it.each([
    [
      'an unknown facet',
      { discriminator: 'multiSelect', facetKey: 'colour', selectedKeys: ['red'] },
      'filter.filters.0.facetKey',
    ],
    ['an unknown kind', { discriminator: 'tree', facetKey: 'sale' }, 'filter.filters.0.discriminator'],
    [
      'a facet of another kind',
      { discriminator: 'singleSelect', facetKey: 'price', selectedKey: 'yes' },
      'filter.filters.0.facetKey',
    ],
    [
      'a number that is text',
      { discriminator: 'slider', facetKey: 'starch-sugar-max', selectedValue: '12' },
      'filter.filters.0.selectedValue',
    ],
    [
      'a price in another currency',
      {
        discriminator: 'rangeSlider',
        facetKey: 'price',
        selectedMinValue: null,
        selectedMaxValue: '100 kr.',
      },
      'filter.filters.0.selectedMaxValue',
    ],
  ])('%s is named, and nothing that other kinds lack', (_, filter, field) => {
    expect(refusalOf(filter)).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ field }] });
  });

  it('of one kind under the facet of another is named by both', () => {
    const filter = { discriminator: 'slider', facetKey: 'price', selectedValue: 12 };
    expect(refusalOf(filter)).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'filter.filters.0.discriminator' }, { field: 'filter.filters.0.facetKey' }],
    });
  });

  it.each([
    ['no values', { discriminator: 'multiSelect', facetKey: 'labour' }, 'filter.filters.0.selectedKeys'],
    ['no value', { discriminator: 'singleSelect', facetKey: 'sale' }, 'filter.filters.0.selectedKey'],
    ['no kind', { facetKey: 'sale', selectedKey: 'yes' }, 'filter.filters.0.discriminator'],
  ])('%s is missing under its own name', (_, filter, field) => {
    expect(refusalOf(filter)).toMatchObject({
      status: 400,
      code: 'parameter_missing',
      detail: `${field} must be defined`,
    });
  });
});
