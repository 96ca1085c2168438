import { describe, expect, it } from '@jest/globals';
import { countUnnamedSamples, listBatchNames } from './roughage-samples.ts';

const createLine = (productId: number, ...names: (string | null)[]) => ({
  productId,
  rqsSamples: names.map((sampleName) => ({ sampleName })),
});

describe('countUnnamedSamples', () => {
  it('counts unnamed samples over all tests of a cart, but not other goods', () => {
    expect(countUnnamedSamples([createLine(1), createLine(2, 'Hay', null), createLine(3, null)])).toBe(2);
    expect(countUnnamedSamples([createLine(1), createLine(2, 'Hay')])).toBe(0);
    expect(countUnnamedSamples([])).toBe(0);
  });
});

describe('listBatchNames', () => {
  it('lists names of other tests without duplicates and without those of this test', () => {
    const lines = [
      createLine(2, 'Hay north', 'Silage', 'First cut'),
      createLine(3, 'hay NORTH', 'Second cut'),
      createLine(4, 'silage', null),
    ];
    expect(listBatchNames(lines, 3)).toEqual(['silage', 'First cut']);
    expect(listBatchNames(lines, 4)).toEqual(['hay NORTH', 'First cut', 'Second cut']);
    expect(listBatchNames([createLine(2, 'Hay')], 2)).toEqual([]);
  });
});
