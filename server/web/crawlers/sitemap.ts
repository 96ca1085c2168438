import type { SitemapEntry, SitemapFile } from '../../../shared/contract/routing.ts';
import { resolveHreflang } from '../../../shared/rules/hreflang.ts';
import { createElement, type Markup, markup, noMarkup } from '../../platform/markup.ts';
import { listShopChoices } from '../context/load-scope-state.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { ScenePictures } from './scene-pictures.ts';

/** Width in pixels of the product pictures in the sitemap: the largest available. */
const pictureWidth = 1472;

/** Creates the sitemap index: all sitemap files of the host with the last change of their content. */
export function createSitemapIndex(origin: string, files: readonly SitemapFile[]): Markup {
  const sitemaps = files.map(
    ({ section, page, lastModified }) =>
      markup`<sitemap>${createElement('loc', `${origin}/sitemap-${section}-${page}.xml`)}${createElement('lastmod', lastModified)}</sitemap>\n`,
  );
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps}</sitemapindex>
`;
}

/** Creates one sitemap file: pages with their picture and the hreflang set of the page. */
export function createSitemapFile(
  context: Pick<RequestContext, 'directory' | 'getOriginOf' | 'origin' | 'site'>,
  entries: readonly SitemapEntry[],
  scenes: ScenePictures,
): Markup {
  const { origin, site } = context;
  const shops = listShopChoices(context);
  const urls = entries.map(({ path, lastModified, alternates, pictureHash, scene }) => {
    const links = resolveHreflang(alternates, shops, site.type).map(
      ({ hreflang, url }) => markup`<xhtml:link rel="alternate" hreflang="${hreflang}" href="${url}"/>`,
    );
    const picturePath =
      pictureHash === null ? scene && scenes[scene]?.[0]?.path : `/images/${pictureHash}/${pictureWidth}.png`;
    const picture = picturePath
      ? markup`<image:image>${createElement('image:loc', origin + picturePath)}</image:image>`
      : noMarkup;
    return markup`<url>${createElement('loc', origin + path)}${createElement('lastmod', lastModified)}${links}${picture}</url>\n`;
  });
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls}</urlset>
`;
}
