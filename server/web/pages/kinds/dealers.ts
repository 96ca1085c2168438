import type { ShownDealer } from '../../../../client/pages/dealers/page.ts';
import { writeStreetLine } from '../../../../shared/rules/people/street-line.ts';
import { createBreadcrumbs, type Node } from '../../structured-data/json-ld.ts';
import { createOpeningHours } from '../../structured-data/organization.ts';
import { createHomeCrumb, findScenePreview, type PageKindOnServer } from '../page-kind.ts';

/** Creates the LocalBusiness of a dealer, with the details that the page shows. */
function createBusiness({ address, regionCode, ...dealer }: ShownDealer): Node {
  return {
    '@type': 'LocalBusiness',
    name: dealer.name,
    telephone: dealer.phoneNumber ?? undefined,
    url: dealer.website ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: writeStreetLine(address),
      postalCode: address.zipcode,
      addressLocality: address.city,
      addressCountry: regionCode,
    },
    geo: { '@type': 'GeoCoordinates', latitude: dealer.latitude, longitude: dealer.longitude },
    openingHoursSpecification: createOpeningHours(dealer.openingHours),
  };
}

export const dealersKind: PageKindOnServer<'dealers'> = {
  listSurrogateKeys: () => ['dealers'],
  describe: (facts, { dealers }) => [
    createBreadcrumbs(facts, [createHomeCrumb(facts)], {
      title: facts.page.head.title,
      url: facts.page.virtualPath,
    }),
    ...dealers.map(createBusiness),
  ],
  findPreview: (facts) => findScenePreview(facts, 'stable-row'),
};
