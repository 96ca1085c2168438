// `npm run closed-pages`: writes the pages that the cache in front shows if no web process answers, one per
// host, to deploy/nginx/closed. For another shop: `npm run closed-pages -- <folder with its sites.json>
// <output folder>`. SITE_DOMAINS sets the hosts as for the web.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRealDomain } from '../server/web/context/site-hosts.ts';
import { readMessages } from '../server/web/render/messages.ts';
import { createOutagePage } from '../server/web/render/outage-page.ts';

const projectRoot = path.join(import.meta.dirname, '..');

/**
 * Creates the pages of all hosts, and `default.html` for any other host.
 *
 * @param {string} dataFolder folder with `sites.json`
 * @param {ReadonlyMap<string, string>} siteDomains imported domain → real domain
 * @returns {Map<string, string>} pages by file name
 */
export function createOutagePages(
  dataFolder = path.join(projectRoot, 'server/backend/sample-shop/data'),
  siteDomains = new Map(),
) {
  const { sites, languages } = JSON.parse(readFileSync(path.join(dataFolder, 'sites.json'), 'utf8'));
  const getMessages = readMessages(path.join(projectRoot, 'locales'));
  const pages = new Map();
  for (const { brand, customerServicePhone: phone, type: siteType, languages: own } of sites) {
    for (const { languageId, domain } of own) {
      const language = languages.find((candidate) => candidate.languageId === languageId);
      const page = createOutagePage({ brand, phone, siteType, language }, getMessages);
      pages.set(`${getRealDomain(domain, siteDomains)}.html`, page);
      if (language.code === 'en' && !pages.has('default.html')) pages.set('default.html', page);
    }
  }
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dataFolder, target = path.join(projectRoot, 'deploy/nginx/closed')] = process.argv.slice(2);
  const siteDomains = new Map(Object.entries(JSON.parse(process.env.SITE_DOMAINS ?? '{}')));
  mkdirSync(target, { recursive: true });
  const pages = createOutagePages(dataFolder, siteDomains);
  for (const [name, page] of pages) writeFileSync(path.join(target, name), page);
  console.log(`${pages.size} pages in ${target}`);
}
