import { expect, it } from '@jest/globals';
import { areLocalSites } from './local-sites.ts';

const createSiteRecord = (...domains: string[]) =>
  ({
    site: { domain: domains[0] },
    languages: domains.map((domain) => ({ domain })),
  }) as unknown as Parameters<typeof areLocalSites>[0][number];

it('returns true only if every domain of every language is local', () => {
  expect(
    areLocalSites([createSiteRecord('havero-nl.localhost'), createSiteRecord('a.localhost', 'b.localhost')]),
  ).toBe(true);
  expect(
    areLocalSites([
      createSiteRecord('havero-nl.localhost'),
      createSiteRecord('a.localhost', 'havero.example'),
    ]),
  ).toBe(false);
  expect(areLocalSites([createSiteRecord('localhost.example')])).toBe(false);
  expect(areLocalSites([createSiteRecord('evillocalhost')])).toBe(false);
});
