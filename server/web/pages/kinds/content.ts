import { createJobPosting } from '../../structured-data/job-posting.ts';
import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { createOrganization } from '../../structured-data/organization.ts';
import { createHomeCrumb, findScenePreview, listContentKeys, type PageKindOnServer } from '../page-kind.ts';

export const contentKind: PageKindOnServer<'content'> = {
  listSurrogateKeys: ({ content }) => listContentKeys([content, ...content.relatedContent]),
  describe: (facts, { content, vacancies }) => {
    const isService = content.contentPageId === facts.scope.site.customerServiceContentPageId;
    return [
      createBreadcrumbs(facts, [createHomeCrumb(facts)], content),
      ...(isService ? [createOrganization(facts)] : []),
      ...(vacancies ?? []).map((vacancy) => createJobPosting(facts, vacancy)),
    ];
  },
  findPreview: (facts, { content }) => findScenePreview(facts, content.scene),
};
