import { type RequestHandler, Router } from 'express';
import { resolveHreflang } from '../../../shared/rules/hreflang.ts';
import { listShops } from '../context/load-scope-state.ts';
import type { RequestContext } from '../context/request-context.ts';
import { RequestError } from '../middleware/request-error.ts';
import { getRequestContext } from '../middleware/request-facts.ts';

/** Addresses in one file: with all their alternates this stays well below the 50 MB that crawlers read. */
const entriesPerFile = 5000;
const cacheControl = 'public, max-age=300';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function fetchEntries({ api, critical }: RequestContext) {
  return api.fetchSitemap(undefined, critical);
}

function createUrlset(urls: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

function createIndex(locations: readonly string[]): string {
  const sitemaps = locations.map((location) => `<sitemap><loc>${escapeXml(location)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps.join('\n')}
</sitemapindex>
`;
}

/** `/robots.txt`, `/sitemap.xml` (index) and `/sitemap-{n}.xml` of the host: its own pages only, each with its alternates. */
export function createCrawlerRoutes(): Router {
  const robots: RequestHandler = (request, response) => {
    const { origin } = getRequestContext(request);
    const lines = [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /visitor-country',
      '',
      `Sitemap: ${origin}/sitemap.xml`,
      '',
    ];
    response.set('cache-control', cacheControl).type('text/plain').send(lines.join('\n'));
  };

  const index: RequestHandler = async (request, response) => {
    const context = getRequestContext(request);
    const entries = await fetchEntries(context);
    const files = Math.max(1, Math.ceil(entries.length / entriesPerFile));
    const locations = Array.from({ length: files }, (_, file) => `${context.origin}/sitemap-${file + 1}.xml`);
    response.set('cache-control', cacheControl).type('application/xml').send(createIndex(locations));
  };

  const urlset: RequestHandler = async (request, response) => {
    const context = getRequestContext(request);
    const number = Number(request.path.replace(/\D/g, ''));
    const entries = await fetchEntries(context);
    const shops = listShops(context);
    const start = (number - 1) * entriesPerFile;
    if (number < 1 || (number > 1 && start >= entries.length)) throw new RequestError(404, 'not_found');
    const urls = entries.slice(start, start + entriesPerFile).map(({ path, lastModified, alternates }) => {
      const links = resolveHreflang(alternates, shops, context.site.type).map(
        ({ hreflang, url }) =>
          `<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang)}" href="${escapeXml(url)}"/>`,
      );
      const location = escapeXml(context.origin + path);
      return `<url><loc>${location}</loc><lastmod>${escapeXml(lastModified)}</lastmod>${links.join('')}</url>`;
    });
    response.set('cache-control', cacheControl).type('application/xml').send(createUrlset(urls));
  };

  return Router()
    .get('/robots.txt', robots)
    .get('/sitemap.xml', index)
    .get(/^\/sitemap-[0-9]{1,4}\.xml$/, urlset);
}
