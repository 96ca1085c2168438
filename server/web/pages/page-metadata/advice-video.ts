import { filesByClipName } from '../../../../client/features/clip/clip-files.ts';
import { getArticleBreadcrumbs } from '../../../../client/pages/article/article-breadcrumbs.ts';
import { getOwnProperty } from '../../../../shared/rules/get-own-property.ts';
import { getPublicationMoment } from '../../../../shared/rules/publication-day.ts';
import { createBreadcrumbs, type Node, toAbsoluteUrl } from '../../structured-data/json-ld.ts';
import {
  findScenePreviewPicture,
  listContentKeys,
  listProductKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const adviceVideoPageMetadata: ServerPageMetadata<'adviceVideo'> = {
  listSurrogateKeys: ({ content, products }) => [
    ...listContentKeys([content, ...content.relatedContent, ...content.parents]),
    ...listProductKeys(products),
  ],
  describe: (details, { content }) => {
    const breadcrumbs = createBreadcrumbs(details, getArticleBreadcrumbs(details.shop, content), content);
    const files = content.clip && getOwnProperty(filesByClipName, content.clip.name);
    if (!content.clip || !files) return [breadcrumbs];
    const { mp4, poster, width, height, seconds } = files;
    const video: Node = {
      '@type': 'VideoObject',
      name: content.title,
      description: content.metaDescription,
      inLanguage: details.scope.language.culture,
      thumbnailUrl: toAbsoluteUrl(details, poster),
      contentUrl: toAbsoluteUrl(details, mp4),
      uploadDate: content.publishedOn === null ? undefined : getPublicationMoment(content.publishedOn),
      duration: `PT${seconds}S`,
      width,
      height,
      transcript: content.clip.captions.map(({ text }) => text).join(' '),
    };
    return [breadcrumbs, video];
  },
  findPreview: (details, { content }) => findScenePreviewPicture(details, content.scene),
  findArticle: ({ content }) => content,
  hasStoryFeed: true,
};
