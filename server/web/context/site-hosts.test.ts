import { describe, expect, it } from '@jest/globals';
import { createSite } from '../../../test/fixtures/sites.ts';
import { createHostDirectory, createSiteHosts } from './site-hosts.ts';

const DUTCH_ID = 1;
const FRENCH_ID = 3;

const belgianSite = createSite({
  siteId: 2,
  domain: 'shop-be.example',
  fallbackLanguageId: DUTCH_ID,
  languages: [
    { languageId: DUTCH_ID, localizedName: 'Nederlands', domain: 'shop-be.example' },
    { languageId: FRENCH_ID, localizedName: 'Français', domain: 'fr.shop-be.example' },
  ],
});

describe('createSiteHosts and createHostDirectory', () => {
  it('maps each domain of a site to its language', () => {
    const hosts = createSiteHosts([belgianSite], new Map());
    expect([...hosts].map(([host, { site, languageId }]) => [host, site.siteId, languageId])).toEqual([
      ['shop-be.example', 2, DUTCH_ID],
      ['fr.shop-be.example', 2, FRENCH_ID],
    ]);
  });

  it('serves the configured domain and uses the imported one for the backend', () => {
    const hosts = createSiteHosts([belgianSite], new Map([['fr.shop-be.example', 'www.boutique.example']]));
    expect(hosts.has('fr.shop-be.example')).toBe(false);
    expect(hosts.get('www.boutique.example')).toMatchObject({
      languageId: FRENCH_ID,
      backendDomain: 'fr.shop-be.example',
      registeredDomain: 'www.boutique.example',
    });
  });

  it('serves localhost as the first site if the Dutch sample site does not exist', () => {
    const own = createSite({
      domain: 'stable.localhost',
      fallbackLanguageId: DUTCH_ID,
      languages: [{ languageId: DUTCH_ID, localizedName: 'Nederlands', domain: 'stable.localhost' }],
    });
    expect(createSiteHosts([own], new Map()).get('localhost')?.registeredDomain).toBe('stable.localhost');
    const real = new Map([['stable.localhost', 'www.stable.example']]);
    expect(createSiteHosts([own], real).has('localhost')).toBe(false);
    expect(createSiteHosts([], new Map()).size).toBe(0);
  });

  it('does not report unknown hosts while the backend has no sites', () => {
    const directory = createHostDirectory(new Map(), () => 0);
    directory.setSites([]);
    expect(directory.isUnknownHost('stable.localhost')).toBe(false);
    directory.setSites([belgianSite]);
    expect(directory.isUnknownHost('stable.localhost')).toBe(true);
  });

  it('matches whole domains only', () => {
    const directory = createHostDirectory(new Map(), () => 0);
    directory.setSites([belgianSite]);
    expect(directory.find('fr.shop-be.example:3000')?.languageId).toBe(FRENCH_ID);
    for (const host of [
      'de.shop-be.example',
      'x.fr.shop-be.example',
      'FR.shop-be.example',
      '[::1]',
      undefined,
    ])
      expect([host, directory.find(host)]).toEqual([host, undefined]);
  });
});
