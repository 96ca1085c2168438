import { describe, expect, it } from '@jest/globals';
import { formatStreetLine, splitStreetLine } from './street-line.ts';

describe('splitStreetLine', () => {
  it.each([
    ['Street 12b', 'Street', '12', 'b'],
    ['Klaverweg 12', 'Klaverweg', '12', ''],
    ['  Lange Nieuwstraat  7-A ', 'Lange Nieuwstraat', '7', 'A'],
    ['Rue de la Loi, 16', 'Rue de la Loi', '16', ''],
    ['2e Dorpsweg 3 bis', '2e Dorpsweg', '3', 'bis'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135', ''],
  ])('splits the line %s', (line, street, streetNumber, streetNumberAddition) => {
    expect(splitStreetLine(line)).toEqual({ street, streetNumber, streetNumberAddition });
  });

  it.each(['', 'Klaverweg', '12', '12 Klaverweg', 'B7', 'Straße des 17. Juni'])(
    'finds no house number in %j',
    (line) => {
      expect(splitStreetLine(line)).toBeNull();
    },
  );
});

describe('formatStreetLine', () => {
  it.each([
    ['Klaverweg', '12', null, 'Klaverweg 12'],
    ['Klaverweg', '12', 'b', 'Klaverweg 12 b'],
    ['Hauptplatz', 'Nr. 12/2/14', null, 'Hauptplatz Nr. 12/2/14'],
    ['Markt', 'III', null, 'Markt III'],
    ['Church Lane', 'The Old Rectory', null, 'The Old Rectory, Church Lane'],
    ['The Old Rectory', '', null, 'The Old Rectory'],
  ])('writes %s, %s and %s as %j', (street, streetNumber, streetNumberAddition, expected) => {
    expect(formatStreetLine({ street, streetNumber, streetNumberAddition })).toBe(expected);
  });
});
