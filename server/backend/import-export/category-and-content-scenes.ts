import type { SceneName } from '../../../shared/contract/primitives.ts';
import { getOwnProperty } from '../../../shared/rules/get-own-property.ts';
import type { ContentPageKind } from '../shop-store/shop-content.ts';

const CATEGORY_SCENES: Readonly<Record<string, SceneName>> = {
  feed: 'paddock-dawn',
  muesli: 'stable-row',
  pellets: 'sport-arena',
  breeding: 'mare-and-foal',
  balancers: 'paddock-dawn',
  mash: 'stable-row',
  fibre: 'hay-barn',
  straights: 'hay-barn',
  supplements: 'sport-arena',
  'vitamins-minerals': 'paddock-dawn',
  digestion: 'stable-row',
  'muscles-joints': 'sport-arena',
  'hooves-coat': 'paddock-dawn',
  'breathing-calm': 'stable-row',
  oils: 'hay-barn',
  treats: 'mare-and-foal',
  'care-merchandise': 'stable-row',
  care: 'stable-row',
  stable: 'stable-row',
  gifts: 'mare-and-foal',
  tests: 'roughage-test',
  rqs: 'roughage-test',
  qs: 'roughage-test',
};

const CONTENT_SCENES: Readonly<Record<string, SceneName>> = {
  home: 'paddock-dawn',
  'group-home': 'hay-barn',
  about: 'paddock-dawn',
  jobs: 'stable-row',
  'become-a-dealer': 'stable-row',
  'silo-supply': 'hay-barn',
  'roughage-tests': 'roughage-test',
  'how-rqs-works': 'roughage-test',
  'checkout-success': 'mare-and-foal',
  'checkout-success-rqs': 'roughage-test',
  'not-found': 'lost-gate',
  'internal-error': 'lost-gate',
  'checkout-failed': 'lost-gate',
  'feeding-basics': 'hay-barn',
  'sugar-laminitis': 'paddock-dawn',
  'roughage-sampling': 'roughage-test',
  'reading-hygiene-scan': 'roughage-test',
  'weight-condition': 'stable-row',
  'autumn-change': 'hay-barn',
  'sport-electrolytes': 'sport-arena',
  'senior-horse': 'paddock-dawn',
  'harvest-2026': 'roughage-test',
  'recyclable-bags': 'stable-row',
  'faq-feed-advice': 'stable-row',
  'faq-orders-returns': 'stable-row',
  'partner-laboratory': 'roughage-test',
  'partner-riding-school': 'hay-barn',
  'advice-ration': 'hay-barn',
  'advice-weight': 'paddock-dawn',
  'advice-roughage': 'roughage-test',
  'blog-seasons': 'hay-barn',
  'blog-sport': 'sport-arena',
  'blog-ages': 'mare-and-foal',
  'weigh-a-scoop': 'stable-row',
};

const KIND_SCENES: Readonly<Record<ContentPageKind, SceneName>> = {
  page: 'stable-row',
  advice: 'hay-barn',
  blog: 'paddock-dawn',
  news: 'hay-barn',
  faq: 'stable-row',
  partner: 'sport-arena',
  landing: 'paddock-dawn',
  adviceCategory: 'hay-barn',
  adviceVideo: 'stable-row',
  blogOverview: 'paddock-dawn',
  blogCategory: 'paddock-dawn',
};

/**
 * Returns the picture of a category, or that of its parent if it has none. Accepts any key, including those
 * of other shops.
 */
export function getCategoryScene(key: string, parentKey: string | null): SceneName {
  return (
    getOwnProperty(CATEGORY_SCENES, key) ??
    (parentKey === null ? undefined : getOwnProperty(CATEGORY_SCENES, parentKey)) ??
    'paddock-dawn'
  );
}

/** Returns the picture of a page or an article, or that of its type if it has none. */
export function getContentScene(key: string, kind: ContentPageKind): SceneName {
  return getOwnProperty(CONTENT_SCENES, key) ?? KIND_SCENES[kind];
}
