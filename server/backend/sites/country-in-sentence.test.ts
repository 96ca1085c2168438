import { describe, expect, it } from '@jest/globals';
import { fillCountry } from './country-in-sentence.ts';

describe('country within a sentence', () => {
  it.each([
    ['en', 'Netherlands', 'Orders in {country}.', 'Orders in the Netherlands.'],
    ['en', 'Netherlands', 'The law of {country}', 'The law of the Netherlands'],
    ['en', 'United Kingdom', 'opening hours for {country} are', 'opening hours for the United Kingdom are'],
    ['en', 'Denmark', 'Orders in {country}.', 'Orders in Denmark.'],
    ['de', 'Niederlande', 'Das in {country} geltende Recht', 'Das in den Niederlanden geltende Recht'],
    ['de', 'Niederlande', 'Servicezeiten für {country}', 'Servicezeiten für die Niederlande'],
    ['de', 'Vereinigtes Königreich', 'Bestellen in {country}', 'Bestellen im Vereinigten Königreich'],
    ['de', 'Österreich', 'Bestellen in {country}', 'Bestellen in Österreich'],
    ['it', 'Regno Unito', 'Ordinare in {country}', 'Ordinare nel Regno Unito'],
    ['nl', 'Verenigd Koninkrijk', 'winkel in {country}?', 'winkel in het Verenigd Koninkrijk?'],
    ['nl', 'Nederland', 'winkel in {country}?', 'winkel in Nederland?'],
  ])('in %s, for %s: %s', (language, name, text, filled) => {
    expect(fillCountry(text, name, language)).toBe(filled);
  });

  it('is inserted for every placeholder', () => {
    const text = '{country}, in {country}';
    expect(fillCountry(text, 'Niederlande', 'de')).toBe('die Niederlande, in den Niederlanden');
  });
});
