import { describe, expect, it } from '@jest/globals';
import { splitStreetLine } from './street-line.ts';

describe('splitStreetLine', () => {
  it.each([
    ['Street 12b', 'Street', '12', 'b'],
    ['Klaverweg 12', 'Klaverweg', '12', ''],
    ['  Lange Nieuwstraat  7-A ', 'Lange Nieuwstraat', '7', 'A'],
    ['Rue de la Loi, 16', 'Rue de la Loi', '16', ''],
    ['2e Dorpsweg 3 bis', '2e Dorpsweg', '3', 'bis'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135', ''],
  ])('%s', (line, street, streetNumber, streetNumberAddition) => {
    expect(splitStreetLine(line)).toEqual({ street, streetNumber, streetNumberAddition });
  });

  it.each(['', 'Klaverweg', '12', '12 Klaverweg', 'B7', 'Straße des 17. Juni'])('%j has none', (line) => {
    expect(splitStreetLine(line)).toBeNull();
  });
});
