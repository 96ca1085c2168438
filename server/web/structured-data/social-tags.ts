import { findArticle, findPreview } from '../pages/page-metadata-by-kind.ts';
import type { PageHeadDetails } from './json-ld.ts';

/** Lists the meta elements for link previews (Open Graph and Twitter), as attribute, name and content. */
export function listSocialTags(details: PageHeadDetails): (readonly ['name' | 'property', string, string])[] {
  const { page, scope, shop } = details;
  const { head, data } = page;
  const article = findArticle(data);
  const preview = findPreview(details);
  const optional = (property: string, content: string | null | undefined) =>
    content ? [['property', property, content] as const] : [];
  return [
    ['property', 'og:site_name', shop.brand],
    ['property', 'og:title', head.title || shop.brand],
    ['property', 'og:type', article ? 'article' : 'website'],
    ['property', 'og:locale', scope.language.culture.replace('-', '_')],
    ...optional('og:description', head.description),
    ...optional('og:url', head.canonicalPath === null ? null : scope.origin + head.canonicalPath),
    ...optional('article:published_time', article?.publishedOn),
    ...optional('article:modified_time', article?.modifiedOn),
    ...optional('article:author', article?.author),
    ...optional('og:image', preview?.url),
    ...optional('og:image:type', preview && 'image/png'),
    ...optional('og:image:width', preview && String(preview.width)),
    ...optional('og:image:height', preview && String(preview.height)),
    ...optional('og:image:alt', preview?.alt),
    ['name', 'twitter:card', preview && preview.width > preview.height ? 'summary_large_image' : 'summary'],
  ];
}
