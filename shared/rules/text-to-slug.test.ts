import { describe, expect, it } from '@jest/globals';
import { getHeadingIds, getSlug } from './text-to-slug.ts';

describe('getSlug', () => {
  it.each([
    ['Häufige Fragen?', 'haufige-fragen'],
    ['Großpferd', 'grosspferd'],
    ['Sådan får du svar', 'sadan-far-du-svar'],
    ['Øget behov & mere æble', 'oget-behov-mere-aeble'],
    ['¿Cuánto pesa?', 'cuanto-pesa'],
    ['Alimentação à mão', 'alimentacao-a-mao'],
    ['Kui palju sööta?', 'kui-palju-soota'],
    ['1. Who we are', '1-who-we-are'],
    ['  1,000 kg – m²  ', '1-000-kg-m2'],
    ['…!', ''],
  ])('converts %j to %j', (text, slug) => {
    expect(getSlug(text)).toBe(slug);
  });
});

describe('getHeadingIds', () => {
  it('returns a unique id for every heading, even if texts repeat or are empty', () => {
    expect(getHeadingIds(['Storing', 'storing!', 'Storing 2', '?', 'Storing'])).toEqual([
      'storing',
      'storing-2',
      'storing-2-2',
      'section',
      'storing-3',
    ]);
  });

  it('avoids the ids of the page itself', () => {
    expect(getHeadingIds(['Main', 'No scroll'])).toEqual(['main-2', 'no-scroll-2']);
  });

  it('returns the same ids for the same headings', () => {
    const headings = ['Delivery', 'Time', 'Delivery'];
    expect(getHeadingIds(headings)).toEqual(getHeadingIds(headings));
  });
});
