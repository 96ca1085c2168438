import { MultiSelectFacetKey, SingleSelectFacetKey } from '../../../shared/contract/list-choices.ts';
import { SITEMAP_PATH, VISITOR_COUNTRY_PATH } from '../../../shared/rules/path-constants.ts';

/**
 * Query parameters that multiply the URLs of the same products: filters, order and size. Page numbers (`p`)
 * lead to products, so they remain allowed.
 */
const productListParameters: readonly string[] = [
  ...MultiSelectFacetKey.anyOf.map((facet) => facet.const),
  ...SingleSelectFacetKey.anyOf.map((facet) => facet.const),
  'starch-sugar-max',
  'price-min',
  'price-max',
  'sort',
  'ps',
];

/**
 * Creates the robots.txt of a host. Pages with noindex (search, compare) are not disallowed: a crawler that
 * may not fetch them would never see the noindex.
 */
export function createRobotsText(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    `Disallow: ${VISITOR_COUNTRY_PATH}`,
    ...productListParameters.flatMap((name) => [`Disallow: /*?${name}=`, `Disallow: /*&${name}=`]),
    '',
    `Sitemap: ${origin}${SITEMAP_PATH}`,
    '',
  ].join('\n');
}
