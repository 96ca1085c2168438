import { expect, it } from '@jest/globals';
import { isSameStreet } from './compare-street-names.ts';

it.each([
  ['klaverweg', 'Klaverweg'],
  ['  KLAVER-WEG ', 'Klaverweg'],
  ['Klaver weg', 'Klaverweg'],
  ['Klaverwg', 'Klaverweg'],
  ['Burg. v.d. Boschstr.', 'Burgemeester van den Boschstraat'],
  ['Burgemeester van den Boschstraat', 'Burg. v.d. Boschstraat'],
  ['Doctor Schaepmanlaan', 'Dr. Schaepmanlaan'],
  ['Sint Jansstraat', 'St. Jansstraat'],
  ['Laan van Meerdervoort', 'Laan van Meerdervoort'],
  ['Cafe Reunionpln', 'Café Réunionplein'],
  ['Dykstraat', 'Dijkstraat'],
  ["'s Gravelandseweg", "'s-Gravelandseweg"],
  ['1e Helmersstraat', '1e Helmersstraat'],
  ['1ste Helmersstr', 'Eerste Helmersstraat'],
  ['Tweede Helmersstraat', '2e Helmersstraat'],
  ['vd Boschstraat', 'Van den Boschstraat'],
  ['N.Z. Voorburgwal', 'Nieuwezijds Voorburgwal'],
  ['Het Hofje', "'t Hofje"],
  ['Mgr. Nolensstraat', 'Monseigneur Nolensstraat'],
  ['Muellerstraat', 'Müllerstraat'],
  ['Mullerstraat', 'Müllerstraat'],
  ['Weißstraat', 'Weissstraat'],
])('recognises %j as %j', (typed, official) => {
  expect(isSameStreet(typed, official)).toBe(true);
});

it.each([
  ['Haverstraat', 'Klaverweg'],
  ['???', 'Klaverweg'],
  ['', 'Klaverweg'],
  ['K', 'Klaverweg'],
  ['Klaverstraat', 'Klaverweg'],
  ['2e Helmersstraat', '1e Helmersstraat'],
  ['Tweede Helmersstraat', 'Eerste Helmersstraat'],
  ['Klaverweg 12', 'Klaverweg'],
  ['Klaverwegstraat', 'Klaverweg'],
  ['Klaverwegje', 'Klaverweg'],
  ['Laan van Meerdervoort', 'Laan van Nieuw Oost-Indië'],
])('distinguishes the street %j from %j', (typed, official) => {
  expect(isSameStreet(typed, official)).toBe(false);
});
