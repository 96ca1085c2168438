import { MultiSelectFacetKey, SingleSelectFacetKey } from '../../../shared/contract/list-choices.ts';
import { SITEMAP_PATH, VISITOR_COUNTRY_PATH } from '../../../shared/rules/urls.ts';

/** Parameters that make ever more addresses of the same products: filters, order and size. Pages (`p`) lead to products, so they stay open. */
const listParameters: readonly string[] = [
  ...MultiSelectFacetKey.anyOf.map((facet) => facet.const),
  ...SingleSelectFacetKey.anyOf.map((facet) => facet.const),
  'starch-sugar-max',
  'price-min',
  'price-max',
  'sort',
  'ps',
];

/**
 * The robots.txt of a host. Pages that say noindex themselves (search, compare) are not in it: a crawler that may not read
 * them never learns that they are not to be listed.
 */
export function createRobotsText(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    `Disallow: ${VISITOR_COUNTRY_PATH}`,
    ...listParameters.flatMap((name) => [`Disallow: /*?${name}=`, `Disallow: /*&${name}=`]),
    '',
    `Sitemap: ${origin}${SITEMAP_PATH}`,
    '',
  ].join('\n');
}
