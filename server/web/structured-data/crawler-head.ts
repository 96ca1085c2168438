import { stringifySafely } from '../render/safe-json.ts';
import { describePage } from './describe-page.ts';
import type { PageFacts } from './json-ld.ts';
import { listSocialTags } from './social-tags.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/**
 * Head elements that only machines read: previews and structured data. React renders none of them, so the browser gets no
 * code and no second copy of their data; a page that is reached by a link keeps those of the page that was loaded, which no
 * crawler sees. JSON-LD is data to the browser (no script runs), and no text in it can end its element.
 */
export function createCrawlerHead(facts: PageFacts): string {
  const tags = listSocialTags(facts).map(
    ([attribute, name, content]) => `<meta ${attribute}="${name}" content="${escapeAttribute(content)}"/>`,
  );
  const nodes = describePage(facts);
  const data =
    nodes.length === 0
      ? ''
      : `<script type="application/ld+json">${stringifySafely({ '@context': 'https://schema.org', '@graph': nodes })}</script>`;
  return tags.join('') + data;
}
