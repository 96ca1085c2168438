import type { SceneName } from '../../../shared/contract/primitives.ts';

/** Drawing of each category or landing page. Other categories, which a shop adds, use the paddock. */
const scenesByCategoryKey: Readonly<Record<string, SceneName>> = {
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

/** Returns the scene of a category or landing page by its language-independent key. */
export function getCategoryScene(categoryKey: string): SceneName {
  return scenesByCategoryKey[categoryKey] ?? 'paddock-dawn';
}
