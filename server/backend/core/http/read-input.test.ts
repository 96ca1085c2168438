import { describe, expect, it } from '@jest/globals';
import { callContracts } from '../../../../shared/contract/calls.ts';
import { ProblemError } from './problem-error.ts';
import { createInputReader } from './read-input.ts';

const readSearchInput = createInputReader(callContracts.searchProducts);

/** Returns the refusal of a search with these filters. */
function getSearchRefusal(...filters: unknown[]): unknown {
  try {
    readSearchInput({
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

/** Returns the refusal of an input by a call. */
function getRefusal(
  name: keyof typeof callContracts,
  raw: { params?: object; query?: object; body?: unknown },
): unknown {
  try {
    createInputReader(callContracts[name])({ params: {}, query: {}, body: undefined, ...raw } as never);
  } catch (error) {
    if (error instanceof ProblemError) return error.toProblem();
    throw error;
  }
  return null;
}

describe('missing parameters', () => {
  it('are all listed, not only the first one', () => {
    expect(getRefusal('checkLocalization', {})).toEqual({
      type: 'urn:problem:parameter_missing',
      title: 'A required parameter is missing',
      status: 400,
      code: 'parameter_missing',
      detail: 'url must be defined; countryCode must be defined',
      errors: [
        { field: 'url', code: 'required', detail: 'url must be defined' },
        { field: 'countryCode', code: 'required', detail: 'countryCode must be defined' },
      ],
    });
  });

  it('are distinguished from null', () => {
    expect(getRefusal('searchProducts', { body: { filter: null } })).toMatchObject({
      code: 'parameter_missing',
      errors: [
        { field: 'pageInfo', detail: 'pageInfo must be defined' },
        { field: 'filter', detail: 'filter cannot be null' },
      ],
    });
  });
});

describe('number in a query', () => {
  const read = createInputReader(callContracts.fetchDealers);

  it('is accepted with fraction and sign if the schema allows them', () => {
    const raw = { latitude: '-52.25', longitude: '5', countryId: '1' };
    expect(read({ params: {}, query: raw, body: undefined })).toEqual({
      query: { latitude: -52.25, longitude: 5, countryId: 1 },
    });
  });

  it.each(['', ' 5', '5,1', '.5', '5.', '1e1', '0x5', 'NaN', 'Infinity', '5.1.1'])(
    'is refused for %j',
    (latitude) => {
      expect(getRefusal('fetchDealers', { query: { latitude } })).toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'latitude', code: 'type' }],
      });
    },
  );
});

describe('error code', () => {
  const search = (filter: object, pageInfo: object = {}) => ({
    body: {
      filter: { searchTerm: null, filters: [], ...filter },
      pageInfo: { page: 1, pageSize: 24, descending: false, sort: 'popularity', ...pageInfo },
    },
  });

  it.each([
    ['a number for a nullable text', search({ searchTerm: 5 }), 'filter.searchTerm', 'type'],
    ['a text that is too long', search({ searchTerm: 'a'.repeat(201) }), 'filter.searchTerm', 'maxLength'],
    ['a text that is not in the enum', search({}, { sort: 'luck' }), 'pageInfo.sort', 'enum'],
    ['a number that is not in the enum', search({}, { pageSize: 25 }), 'pageInfo.pageSize', 'enum'],
    ['a number that is too small', search({}, { page: 0 }), 'pageInfo.page', 'minimum'],
    ['a text instead of a number', search({}, { page: 'one' }), 'pageInfo.page', 'type'],
  ])('is that of the relevant value: %s', (_what, raw, field, code) => {
    expect(getRefusal('searchProducts', raw)).toMatchObject({
      code: 'validation_failed',
      errors: [{ field, code }],
    });
  });
});

describe('invalid facet filter', () => {
  it.each([
    [
      'an unknown facet',
      { discriminator: 'multiSelect', facetKey: 'colour', selectedKeys: ['red'] },
      'filter.filters.0.facetKey',
    ],
    ['an unknown filter type', { discriminator: 'tree', facetKey: 'sale' }, 'filter.filters.0.discriminator'],
    [
      'a facet of another filter type',
      { discriminator: 'singleSelect', facetKey: 'price', selectedKey: 'yes' },
      'filter.filters.0.facetKey',
    ],
    [
      'a numeric string',
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
  ])('with %s is reported without errors of other filter types', (_, filter, field) => {
    expect(getSearchRefusal(filter)).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ field }],
    });
  });

  it('of one filter type for a facet of another is reported in both fields', () => {
    const filter = { discriminator: 'slider', facetKey: 'price', selectedValue: 12 };
    expect(getSearchRefusal(filter)).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'filter.filters.0.discriminator' }, { field: 'filter.filters.0.facetKey' }],
    });
  });

  it.each([
    [
      'no selected values',
      { discriminator: 'multiSelect', facetKey: 'labour' },
      'filter.filters.0.selectedKeys',
    ],
    ['no value', { discriminator: 'singleSelect', facetKey: 'sale' }, 'filter.filters.0.selectedKey'],
    ['no filter type', { facetKey: 'sale', selectedKey: 'yes' }, 'filter.filters.0.discriminator'],
  ])('with %s is reported as missing this field', (_, filter, field) => {
    expect(getSearchRefusal(filter)).toMatchObject({
      status: 400,
      code: 'parameter_missing',
      detail: `${field} must be defined`,
    });
  });
});
