import { describe, expect, it } from '@jest/globals';
import { findCoordinatesError } from './country-bounding-boxes.ts';

describe('coordinates of a location', () => {
  it.each([
    ['NL', 52.2078, 5.9676],
    ['DK', 55.1, 14.9],
    ['ES', 28.1, -15.4],
    ['PT', 37.74, -25.67],
    ['GB', 60.15, -1.15],
    ['FI', 69.9, 27.0],
    ['IT', 35.5, 12.6],
  ])('are valid in %s: %d, %d', (regionCode, latitude, longitude) => {
    expect(findCoordinatesError(regionCode, { latitude, longitude })).toBeNull();
  });

  it.each([
    ['NL', 5.9676, 52.2078, 'swapped'],
    ['SE', 18.07, 59.33, 'swapped'],
    ['PT', -9.14, 38.72, 'swapped'],
    ['NL', 0, 0, 'outside'],
    ['NL', 48.2, 16.4, 'outside'],
    ['DE', 52.5, -13.4, 'outside'],
  ])('are invalid in %s: %d, %d', (regionCode, latitude, longitude, fault) => {
    expect(findCoordinatesError(regionCode, { latitude, longitude })).toBe(fault);
  });

  it('are accepted in a country without a bounding box', () => {
    expect(findCoordinatesError('NZ', { latitude: -41.3, longitude: 174.8 })).toBeNull();
  });
});
