import { expect, it } from '@jest/globals';
import { areLocalSites } from './local-sites.ts';

const record = (...domains: string[]) =>
  ({
    site: { domain: domains[0] },
    languages: domains.map((domain) => ({ domain })),
  }) as unknown as Parameters<typeof areLocalSites>[0][number];

it('returns true only if every domain of every language is local', () => {
  expect(areLocalSites([record('havero-nl.localhost'), record('a.localhost', 'b.localhost')])).toBe(true);
  expect(areLocalSites([record('havero-nl.localhost'), record('a.localhost', 'havero.example')])).toBe(false);
  expect(areLocalSites([record('localhost.example')])).toBe(false);
  expect(areLocalSites([record('evillocalhost')])).toBe(false);
});
