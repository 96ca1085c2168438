import { createJobPosting } from '../../structured-data/job-posting.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { createOrganization } from '../../structured-data/organization.ts';
import {
  createHomeCrumb,
  findScenePreviewPicture,
  listContentKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

export const contentPageMetadata: ServerPageMetadata<'content'> = {
  listSurrogateKeys: ({ content }) => listContentKeys([content, ...content.relatedContent]),
  describe: (details, { content, vacancies }) => {
    const isService = content.contentPageId === details.scope.site.customerServiceContentPageId;
    return [
      createBreadcrumbs(details, [createHomeCrumb(details)], content),
      ...(isService ? [createOrganization(details)] : []),
      ...(vacancies ?? []).map((vacancy) => createJobPosting(details, vacancy)),
    ];
  },
  findPreview: (details, { content }) => findScenePreviewPicture(details, content.scene),
};
