import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallInput } from '../../../shared/contract/calls.ts';
import type { Dealer } from '../../../shared/contract/locations.ts';
import {
  createDealerQuery,
  type DealerQuery,
  parseDealerQuery,
} from '../../../shared/rules/dealers/dealer-query.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { fetchAddressCountries } from '../../features/checkout/address-countries.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { DealerResultType, DealersData, DealerView } from './page.ts';

/** Maximum number of dealers without a location. If there are more, visitors search for a location. */
const MAX_LISTED_DEALERS = 60;
/** Maximum number of nearest dealers that the API returns. */
const MAX_NEAR_DEALERS = 10;
/** Number of dealers shown outside the radius if there is none inside. */
const MAX_FARTHER_DEALERS = 3;
const METRES_PER_KM = 1000;

type DealerFilters = Pick<
  CallInput<'fetchDealers'>['query'],
  'countryId' | 'isPickupPoint' | 'hasFullRange' | 'offersSampleDropOff'
>;

interface FoundDealers {
  readonly found: DealerResultType;
  readonly dealers: readonly Dealer[];
  readonly isCut: boolean;
}

const createDealerFilters = ({ facets, countryId }: DealerQuery): DealerFilters => ({
  ...(countryId !== null && { countryId }),
  ...(facets.includes('pickup') && { isPickupPoint: true }),
  ...(facets.includes('full') && { hasFullRange: true }),
  ...(facets.includes('samples') && { offersSampleDropOff: true }),
});

/** @throws ApiError if the dealers cannot be loaded */
async function findDealers({ api, critical }: PrivateLoadContext, asked: DealerQuery): Promise<FoundDealers> {
  const { place, position, radiusKm, facets } = asked;
  const filters = createDealerFilters(asked);
  const near = place !== null ? { zipcode: place } : position;
  if (near === null) {
    const dealers = await api.fetchDealers(
      { query: { ...filters, limit: MAX_LISTED_DEALERS + 1 } },
      critical,
    );
    return {
      found: dealers.length === 0 ? 'none' : 'all',
      dealers: dealers.slice(0, MAX_LISTED_DEALERS),
      isCut: dealers.length > MAX_LISTED_DEALERS,
    };
  }
  const nearest = await api.fetchDealers({ query: { ...filters, ...near } }, critical);
  const within = nearest.filter(({ distanceMetres }) => (distanceMetres ?? 0) <= radiusKm * METRES_PER_KM);
  if (within.length > 0)
    return { found: 'within', dealers: within, isCut: within.length === MAX_NEAR_DEALERS };
  if (nearest.length > 0)
    return { found: 'beyond', dealers: nearest.slice(0, MAX_FARTHER_DEALERS), isCut: false };
  const country = asked.countryId !== null ? { countryId: asked.countryId } : {};
  // No result: either no dealer offers this, or the location is unknown.
  const [others, any] = await Promise.all([
    facets.length > 0 ? api.fetchDealers({ query: { ...country, ...near } }, critical) : [],
    api.fetchDealers({ query: { ...country, limit: 1 } }, critical),
  ]);
  const isUnknown = place !== null && others.length === 0 && any.length > 0;
  return { found: isUnknown ? 'unknown' : 'none', dealers: [], isCut: false };
}

/**
 * Loads the dealers page: all dealers of the site, or those near a location.
 *
 * @throws ApiError 404 on the corporate site, which has no sales
 */
export async function loadDealers(context: PrivateLoadContext): Promise<LoadResult<DealersData>> {
  const { api, critical, query, scope, shop, pathname } = context;
  const { deliveryCountryIds } = scope.settings;
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const typed = parseDealerQuery(query);
  const isCountryKnown = typed.countryId !== null && deliveryCountryIds.includes(typed.countryId);
  const asked = isCountryKnown ? typed : { ...typed, countryId: null };
  const [countries, { dealers, ...result }] = await Promise.all([
    fetchAddressCountries(api, critical, deliveryCountryIds),
    findDealers(context, asked),
  ]);
  const isBlank = createDealerQuery(asked) === '';
  const title = scope.site.dealerPageTitle ?? shop.t('dealers.title');
  return {
    status: 200,
    head: {
      title: asked.place === null ? title : shop.t('dealers.titleNear', { place: asked.place }),
      description: isBlank ? shop.t('dealers.description') : null,
      // Only the full list is indexed. Search results have no canonical URL.
      canonicalPath: isBlank ? pathname : null,
      alternates: scope.shops
        .filter((one) => !isCorporate(one))
        .flatMap(({ siteId, languages }) =>
          languages.map(({ languageId, code, origin }) => ({
            siteId,
            languageId,
            url: `${origin}/${getLocalisedSegment('dealers', code)}/`,
          })),
        ),
      isIndexable: isBlank && dealers.length > 0,
    },
    data: {
      kind: 'dealers',
      asked,
      ...result,
      dealers: dealers.map(
        ({ emailAddress: _emailAddress, ...dealer }): DealerView => ({
          ...dealer,
          regionCode:
            countries.find(({ countryId }) => countryId === dealer.address.countryId)?.regionCode ??
            scope.regionCode,
        }),
      ),
      countries: countries.length > 1 ? countries.map(({ countryId, name }) => ({ countryId, name })) : [],
    },
  };
}
