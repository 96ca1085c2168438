import { expect, it } from '@jest/globals';
import { placeOnScale } from './chart-scale.ts';

it('places value, target and average on one scale that contains all of them', () => {
  const places = placeOnScale({ unit: 'g/kg DM', value: 172, min: 50, max: 110, average: 113 });
  expect(places).toEqual({ value: 87, targetFrom: 25.3, targetTo: 55.6, average: 57.1 });
});

it('ends at 100 for percentages', () => {
  expect(placeOnScale({ unit: '%', value: 95, min: 85, max: 90, average: 86 })).toEqual({
    value: 95,
    targetFrom: 85,
    targetTo: 90,
    average: 86,
  });
});

it('keeps a value far outside its target range inside the row', () => {
  const { value } = placeOnScale({ unit: 'g/kg DM', value: 1000, min: 50, max: 110, average: 113 });
  expect(value).toBeLessThan(100);
});
