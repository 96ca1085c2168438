import type { Vacancy } from '../../../shared/contract/vacancies.ts';
import { getText } from './article.ts';
import type { Node, PageHeadDetails } from './json-ld.ts';

/** Creates the JobPosting of a vacancy. */
export function createJobPosting({ scope }: PageHeadDetails, vacancy: Vacancy): Node {
  const { legalEntity } = scope.settings;
  return {
    '@type': 'JobPosting',
    title: vacancy.title,
    description: getText(vacancy.blocks),
    identifier: { '@type': 'PropertyValue', name: legalEntity.name, value: vacancy.key },
    datePosted: vacancy.publishedOn,
    validThrough: vacancy.openUntil ?? undefined,
    hiringOrganization: { '@type': 'Organization', name: legalEntity.name, sameAs: `${scope.origin}/` },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: vacancy.place,
        addressCountry: vacancy.regionCode,
      },
    },
  };
}
