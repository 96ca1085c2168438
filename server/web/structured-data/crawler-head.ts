import { MEDIA_FEED_PATH } from '../../../shared/rules/path-constants.ts';
import { createScriptJson, type Markup, markup, noMarkup } from '../../platform/markup.ts';
import { createPageStructuredData, hasStoryFeed } from '../pages/page-metadata-by-kind.ts';
import type { PageHeadDetails } from './json-ld.ts';
import { listSocialTags } from './social-tags.ts';

/**
 * Creates the head elements that only machines read: previews and structured data. React does not render
 * them, so the browser gets neither code nor a second copy of their data. After a navigation in the browser
 * the head retains those of the page that was loaded, which no crawler sees. JSON-LD is data, not a script,
 * and no text in it can close its element.
 */
export function createCrawlerHead(details: PageHeadDetails): Markup {
  const tags = listSocialTags(details).map(
    ([attribute, name, content]) => markup`<meta ${attribute}="${name}" content="${content}"/>`,
  );
  const nodes = createPageStructuredData(details);
  const data =
    nodes.length === 0
      ? noMarkup
      : markup`<script type="application/ld+json">${createScriptJson({ '@context': 'https://schema.org', '@graph': nodes })}</script>`;
  const { shop, page } = details;
  const feed =
    page.head.isIndexable && hasStoryFeed(page.data)
      ? markup`<link rel="alternate" type="application/atom+xml" href="${MEDIA_FEED_PATH}" title="${`${shop.t('media.title')} – ${shop.brand}`}"/>`
      : noMarkup;
  return markup`${tags}${feed}${data}`;
}
