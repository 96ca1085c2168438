import { vocabularyFacetKeys, vocabularyFacets } from '../../../../shared/rules/vocabulary-facets.ts';
import type { Database } from '../../core/database/database.ts';
import type { LandingListParameters } from '../../sites/routed-pages.ts';
import { findProductSelectionOfPage } from './queries.ts';

/**
 * Returns the list parameters of a landing page: the facets that select its products, and its initial order.
 */
export async function fetchLandingListParameters(
  handle: Database,
  landingpageId: number,
): Promise<LandingListParameters> {
  const { sort, values } = await findProductSelectionOfPage(handle, landingpageId);
  const filters = vocabularyFacetKeys.flatMap((facetKey) => {
    const selectedKeys = values
      .filter(({ facet }) => facet === vocabularyFacets[facetKey])
      .map(({ value }) => value);
    return selectedKeys.length > 0 ? [{ discriminator: 'multiSelect' as const, facetKey, selectedKeys }] : [];
  });
  return { filters, sort };
}
