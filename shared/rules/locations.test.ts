import { describe, expect, it } from '@jest/globals';
import {
  getDistanceMetres,
  isTypedAsPostcode,
  listTownSpellings,
  normalisePostcode,
  normaliseTown,
} from './locations.ts';

describe('normalisePostcode', () => {
  it.each([
    ['7311 KZ', '7311KZ'],
    [' 7311kz ', '7311KZ'],
    ['2150-120', '2150120'],
    ['cb8 8aa', 'CB88AA'],
    ['753\u00a020', '75320'],
    ['７３１１', '7311'],
    ['-- !', ''],
  ])('normalises %j to %j', (typed, normal) => {
    expect(normalisePostcode(typed)).toBe(normal);
  });
});

describe('normaliseTown', () => {
  it.each([
    ['Münster', 'MUNSTER'],
    ['Hillerød', 'hillerod'],
    ['Golegã', ' golega '],
    ['Sint-Niklaas', 'sint niklaas'],
    ['Neustadt (Dosse)', 'neustadt dosse'],
    ['Gießen', 'GIESSEN'],
  ])('returns the same for %j and %j', (name, typed) => {
    expect(normaliseTown(typed)).toBe(normaliseTown(name));
    expect(normaliseTown(name)).not.toBe('');
  });

  it('distinguishes different towns', () => {
    expect(normaliseTown('Lier')).not.toBe(normaliseTown('Lierde'));
  });
});

describe('listTownSpellings', () => {
  it.each([
    ['Aarhus', 'Århus'],
    ['Århus', 'Aarhus'],
    ['Aabenraa', 'Åbenrå'],
    ['Hilleroed', 'Hillerød'],
    ['Køge', 'Koege'],
    ['Muenster', 'Münster'],
    ['Vaesteraas', 'Västerås'],
    ['Malmo', 'Malmö'],
    ['A\u030arhus', 'Aarhus'],
  ])('finds by %j the town that is known as %j', (typed, known) => {
    expect(listTownSpellings(typed)).toContain(normaliseTown(known));
  });
});

describe('isTypedAsPostcode', () => {
  it.each(['7311 KZ', '48149', 'GIR 0AA', '73', 'W91 A1A1'])('returns true for %j', (text) => {
    expect(isTypedAsPostcode(text)).toBe(true);
  });

  it.each(['Apeldoorn', 'Sint-Niklaas', ''])('returns false for the town %j', (text) => {
    expect(isTypedAsPostcode(text)).toBe(false);
  });
});

describe('getDistanceMetres', () => {
  const amsterdam = { latitude: 52.3676, longitude: 4.9041 };
  const paris = { latitude: 48.8566, longitude: 2.3522 };

  // Kilometres on the ellipsoid (WGS 84, by Vincenty's formulae), which a sphere approximates.
  it.each([
    ['Amsterdam', 52.3676, 4.9041, 'Rotterdam', 51.9244, 4.4777, 57.3],
    ['Berlin', 52.52, 13.405, 'Munich', 48.1351, 11.582, 504.7],
    ['London', 51.5074, -0.1278, 'Paris', 48.8566, 2.3522, 343.9],
    ['Copenhagen', 55.6761, 12.5683, 'Stockholm', 59.3293, 18.0686, 523.3],
    ['Madrid', 40.4168, -3.7038, 'Lisbon', 38.7223, -9.1393, 503.4],
    ['Rome', 41.9028, 12.4964, 'Milan', 45.4642, 9.19, 477.0],
    ['Tallinn', 59.437, 24.7536, 'Tartu', 58.378, 26.729, 163.9],
    ['Brussels', 50.8503, 4.3517, 'Luxembourg', 49.6116, 6.1319, 187.4],
    ['Vienna', 48.2082, 16.3738, 'Graz', 47.0707, 15.4395, 144.6],
    ['Dublin', 53.3498, -6.2603, 'London', 51.5074, -0.1278, 464.6],
  ])('is accurate to half a percent from %s (%d, %d) to %s (%d, %d): %d km', (...pair) => {
    const [, latitude, longitude, , toLatitude, toLongitude, km] = pair;
    const metres = getDistanceMetres(
      { latitude, longitude },
      { latitude: toLatitude, longitude: toLongitude },
    );
    expect(Math.abs(metres / (km * 1000) - 1)).toBeLessThan(0.005);
  });

  it('returns 0 from a point to itself', () => {
    expect(getDistanceMetres(paris, paris)).toBe(0);
  });

  it('returns some 430 km between Amsterdam and Paris, in both directions', () => {
    const metres = getDistanceMetres(amsterdam, paris);
    expect(Math.abs(metres - 430_000)).toBeLessThan(2000);
    expect(getDistanceMetres(paris, amsterdam)).toBe(metres);
  });

  it('returns a nautical mile for a sixtieth of a degree along a meridian', () => {
    const metres = getDistanceMetres({ latitude: 10, longitude: 5 }, { latitude: 10 + 1 / 60, longitude: 5 });
    expect(Math.abs(metres - 1852)).toBeLessThan(3);
  });

  it('uses the short way across the date line, and half the circumference to the opposite point', () => {
    const west = { latitude: 0, longitude: 179.5 };
    const east = { latitude: 0, longitude: -179.5 };
    expect(getDistanceMetres(west, east)).toBeLessThan(112_000);
    expect(getDistanceMetres({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBe(
      20_015_115,
    );
  });
});
