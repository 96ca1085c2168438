import { createFaq } from '../../structured-data/article.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import {
  createHomeCrumb,
  findScenePreviewPicture,
  listContentKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const faqPageMetadata: ServerPageMetadata<'faq'> = {
  // The other subjects, whose questions are searched as well, are part of the related content.
  listSurrogateKeys: ({ content }) => listContentKeys([content, ...content.relatedContent]),
  describe: (details, { content }) => [
    createBreadcrumbs(details, [createHomeCrumb(details)], content),
    createFaq(content),
  ],
  findPreview: (details, { content }) => findScenePreviewPicture(details, content.scene),
};
