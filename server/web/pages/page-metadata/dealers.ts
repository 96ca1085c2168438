import type { DealerView } from '../../../../client/pages/dealers/page.ts';
import { formatStreetLine } from '../../../../shared/rules/people/street-line.ts';
import { createBreadcrumbs, type Node } from '../../structured-data/json-ld.ts';
import { createOpeningHours } from '../../structured-data/organization.ts';
import {
  createHomeCrumb,
  findScenePreviewPicture,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

/** Creates the LocalBusiness of a dealer, with the details that the page shows. */
function createBusiness({ address, regionCode, ...dealer }: DealerView): Node {
  return {
    '@type': 'LocalBusiness',
    name: dealer.name,
    telephone: dealer.phoneNumber ?? undefined,
    url: dealer.website ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: formatStreetLine(address),
      postalCode: address.zipcode,
      addressLocality: address.city,
      addressCountry: regionCode,
    },
    geo: { '@type': 'GeoCoordinates', latitude: dealer.latitude, longitude: dealer.longitude },
    openingHoursSpecification: createOpeningHours(dealer.openingHours),
  };
}

export const dealersPageMetadata: ServerPageMetadata<'dealers'> = {
  listSurrogateKeys: () => ['dealers'],
  describe: (details, { dealers }) => [
    createBreadcrumbs(details, [createHomeCrumb(details)], {
      title: details.page.head.title,
      url: details.page.virtualPath,
    }),
    ...dealers.map(createBusiness),
  ],
  findPreview: (details) => findScenePreviewPicture(details, 'stable-row'),
};
