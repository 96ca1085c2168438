import type { RouteAnswer } from '../../../../shared/contract/routing.ts';
import { maskFacetKeys, maskFacets } from '../../../../shared/rules/mask-facets.ts';
import type { Database } from '../../database/database.ts';
import { findListOf } from '../content/queries.ts';

type ListParameters = Extract<RouteAnswer, { kind: 'productSearch' }>['parameters'];

/**
 * Returns the list parameters of a landing page: the facets that select its products, and its initial order.
 */
export async function fetchListParameters(handle: Database, landingpageId: number): Promise<ListParameters> {
  const { sort, values } = await findListOf(handle, landingpageId);
  const filters = maskFacetKeys.flatMap((facetKey) => {
    const selectedKeys = values
      .filter(({ facet }) => facet === maskFacets[facetKey])
      .map(({ value }) => value);
    return selectedKeys.length > 0 ? [{ discriminator: 'multiSelect' as const, facetKey, selectedKeys }] : [];
  });
  return { filters, sort };
}
