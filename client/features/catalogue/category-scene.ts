import type { SceneName } from '../../../shared/contract/primitives.ts';

/** Which drawing belongs to which category or landing page. Categories that a shop adds get the paddock. */
const scenes: Readonly<Record<string, SceneName>> = {
  feed: 'mare-and-foal',
  muesli: 'paddock-dawn',
  pellets: 'paddock-dawn',
  breeding: 'mare-and-foal',
  balancers: 'mare-and-foal',
  mash: 'stable-row',
  fibre: 'hay-barn',
  straights: 'hay-barn',
  supplements: 'sport-arena',
  'vitamins-minerals': 'mare-and-foal',
  digestion: 'hay-barn',
  'muscles-joints': 'sport-arena',
  'hooves-coat': 'stable-row',
  'breathing-calm': 'paddock-dawn',
  oils: 'hay-barn',
  treats: 'stable-row',
  'care-merchandise': 'stable-row',
  care: 'stable-row',
  stable: 'stable-row',
  gifts: 'mare-and-foal',
  tests: 'roughage-test',
  rqs: 'roughage-test',
  qs: 'roughage-test',
  'for-good-doers': 'hay-barn',
  'for-seniors': 'stable-row',
  'for-sport': 'sport-arena',
  'sugar-sensitive': 'hay-barn',
  'grain-free': 'stable-row',
};

/** The scene of a category or a landing page, by its language-free key. */
export function getCategoryScene(categoryKey: string): SceneName {
  return scenes[categoryKey] ?? 'paddock-dawn';
}
