import { getMediaUrl } from '../../../client/pages/media/media-url.ts';
import type { ContentSummary } from '../../../shared/contract/content.ts';
import { MEDIA_FEED_PATH } from '../../../shared/rules/path-constants.ts';
import { getPublicationMoment } from '../../../shared/rules/publication-day.ts';
import { createElement, type Markup, markup, noMarkup } from '../../platform/markup.ts';
import type { RequestContext } from '../context/request-context.ts';

/** Maximum number of stories in the feed: the newest ones. */
const MAX_ENTRIES = 20;

/** Titles of the feed in the language of the host. */
export interface StoryFeedTitles {
  readonly title: string;
  readonly brand: string;
}

/** Date of a feed without entries. */
const NEVER_UPDATED = '1970-01-01T00:00:00Z';

/**
 * Creates the feed of the newest stories of a host (Atom, RFC 4287). Stories without a date are omitted. An
 * entry is identified by its id and not by its URL, so that it does not appear twice if the URL changes.
 */
export function createStoryFeed(
  { origin, domain, language }: Pick<RequestContext, 'origin' | 'domain' | 'language'>,
  stories: readonly ContentSummary[],
  { title, brand }: StoryFeedTitles,
): Markup {
  const dated = stories
    .flatMap((story) => (story.publishedOn === null ? [] : [{ ...story, day: story.publishedOn }]))
    .toSorted((a, b) => b.day.localeCompare(a.day) || b.contentPageId - a.contentPageId)
    .slice(0, MAX_ENTRIES);
  const entries = dated.map(
    ({ contentPageId, title: headline, url, day, summary, author }) =>
      markup`<entry>${createElement('title', headline)}${createElement('id', `tag:${domain},2026:content-${contentPageId}`)}<link href="${origin + url}"/>${createElement('published', getPublicationMoment(day))}${createElement('updated', getPublicationMoment(day))}${author === null ? noMarkup : markup`<author>${createElement('name', author)}</author>`}${createElement('summary', summary)}</entry>
`,
  );
  const updated = dated[0] ? getPublicationMoment(dated[0].day) : NEVER_UPDATED;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.culture}">
${createElement('title', `${title} – ${brand}`)}${createElement('id', origin + getMediaUrl({}))}<link rel="self" type="application/atom+xml" href="${origin + MEDIA_FEED_PATH}"/><link rel="alternate" type="text/html" href="${origin + getMediaUrl({})}"/>${createElement('updated', updated)}<author>${createElement('name', brand)}</author>
${entries}</feed>
`;
}
