import { clipFiles } from '../../../../client/features/clip/clip-files.ts';
import { getArticleParents } from '../../../../client/pages/article/article-parents.ts';
import { findOwn } from '../../../../shared/rules/find-own.ts';
import { getPublicationMoment } from '../../../../shared/rules/publication-day.ts';
import { createBreadcrumbs, type Node, toAbsolute } from '../../structured-data/json-ld.ts';
import { findScenePreview, listContentKeys, listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const adviceVideoKind: PageKindOnServer<'adviceVideo'> = {
  listSurrogateKeys: ({ content, products }) => [
    ...listContentKeys([content, ...content.relatedContent, ...content.parents]),
    ...listProductKeys(products),
  ],
  describe: (facts, { content }) => {
    const breadcrumbs = createBreadcrumbs(facts, getArticleParents(facts.shop, content), content);
    const files = content.clip && findOwn(clipFiles, content.clip.name);
    if (!content.clip || !files) return [breadcrumbs];
    const { mp4, poster, width, height, seconds } = files;
    const video: Node = {
      '@type': 'VideoObject',
      name: content.title,
      description: content.metaDescription,
      inLanguage: facts.scope.language.culture,
      thumbnailUrl: toAbsolute(facts, poster),
      contentUrl: toAbsolute(facts, mp4),
      uploadDate: content.publishedOn === null ? undefined : getPublicationMoment(content.publishedOn),
      duration: `PT${seconds}S`,
      width,
      height,
      transcript: content.clip.captions.map(({ text }) => text).join(' '),
    };
    return [breadcrumbs, video];
  },
  findPreview: (facts, { content }) => findScenePreview(facts, content.scene),
  findArticle: ({ content }) => content,
  hasFeed: true,
};
