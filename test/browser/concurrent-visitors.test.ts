import { describe, expect, it } from '@jest/globals';
import { getStaticRouteOfSegment } from '../../shared/rules/localised-segments.ts';
import { ACCOUNT_PATH } from '../../shared/rules/path-constants.ts';
import { readCanonical, readDocumentAttribute, readLinks } from '../html/read-html.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';

/** Two sites that share a language but not a brand, and a second language of each. */
const testedShops = [
  { host: 'havero-nl.localhost', lang: 'nl-NL', brand: 'havero', name: 'Havero' },
  { host: 'en.havero-nl.localhost', lang: 'en-GB', brand: 'havero', name: 'Havero' },
  { host: 'hafero-de.localhost', lang: 'de-DE', brand: 'hafero', name: 'Hafero' },
  { host: 'nl.hafero-de.localhost', lang: 'nl-NL', brand: 'hafero', name: 'Hafero' },
];

/** Two visitors whose differences must not change a public page. */
const visitors = [
  { 'cf-ipcountry': 'NL', 'accept-language': 'nl', cookie: 'localization=2026-11-01' },
  {
    'cf-ipcountry': 'SE',
    'accept-language': 'sv',
    'user-agent': 'another browser',
    siteid: '4',
    languageid: '8',
  },
];

describe('concurrent requests of two sites, two languages and two visitors', () => {
  it('return separate content for every scope, and the same page for both visitors', async () => {
    const homes = await Promise.all(testedShops.map(({ host }) => fetchFromShop(host, '/')));
    const requests = testedShops.flatMap((scope, index) => {
      // Account, comparison and cart are private pages without a canonical address.
      const paths = readLinks(homes[index]!.body).filter(
        (link) =>
          /^\/[a-z0-9-]+\/([a-z0-9-]+\/)?$/.test(link) &&
          link !== ACCOUNT_PATH &&
          !['compare', 'cart'].includes(getStaticRouteOfSegment(link.split('/')[1]!) ?? ''),
      );
      return ['/', paths[0]!, paths.at(-1)!].flatMap((pathname) =>
        visitors.map((headers) => ({ scope, pathname, headers })),
      );
    });

    const answers = await Promise.all(
      requests.map(async ({ scope, pathname, headers }) => {
        const { status, body } = await fetchFromShop(scope.host, pathname, headers);
        return {
          page: scope.host + pathname,
          status,
          lang: readDocumentAttribute(body, 'lang'),
          brand: readDocumentAttribute(body, 'data-brand'),
          canonical: readCanonical(body),
          body,
        };
      }),
    );

    expect(answers.map(({ body: _body, ...facts }) => facts)).toEqual(
      requests.map(({ scope, pathname }) => ({
        page: scope.host + pathname,
        status: 200,
        lang: scope.lang,
        brand: scope.brand,
        canonical: getShopUrl(scope.host, pathname),
      })),
    );
    for (let index = 0; index < answers.length; index += visitors.length) {
      const [first, second] = [answers[index]!, answers[index + 1]!];
      if (removeRequestId(first.body) === removeRequestId(second.body)) continue;
      // Other tests change data of this shop meanwhile, so the first visitor's page is read before and after
      // the second's.
      const { scope, pathname } = requests[index]!;
      const show = async (headers: Record<string, string>) =>
        removeRequestId((await fetchFromShop(scope.host, pathname, headers)).body);
      let shown: { before: string; between: string; after: string };
      do {
        shown = {
          before: await show(visitors[0]!),
          between: await show(visitors[1]!),
          after: await show(visitors[0]!),
        };
      } while (shown.after !== shown.before);
      expect(shown.between).toBe(shown.before);
    }
  });

  it('end every title with the brand of its site', async () => {
    const answers = await Promise.all(testedShops.map(({ host }) => fetchFromShop(host, '/')));
    const titles = answers.map(({ body }) => /<title[^>]*>([^<]*)<\/title>/.exec(body)?.[1]);

    expect(titles.map((title) => /(Havero|Hafero)$/.exec(title ?? '')?.[0])).toEqual(
      testedShops.map(({ name }) => name),
    );
  });
});

function removeRequestId(html: string): string {
  return html.replace(/"requestId":"[^"]*"/g, '"requestId":""');
}
