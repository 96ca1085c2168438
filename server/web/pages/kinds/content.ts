import { createBreadcrumbs } from '../../structured-data/json-ld.ts';
import { createOrganization } from '../../structured-data/organization.ts';
import { createHomeCrumb, findScenePreview, listContentKeys, type PageKindOnServer } from '../page-kind.ts';

export const contentKind: PageKindOnServer<'content'> = {
  listSurrogateKeys: ({ content }) => listContentKeys([content, ...content.relatedContent]),
  describe: (facts, { content }) => {
    const isService = content.contentPageId === facts.scope.site.customerServiceContentPageId;
    return [
      createBreadcrumbs(facts, [createHomeCrumb(facts)], content),
      ...(isService ? [createOrganization(facts)] : []),
    ];
  },
  findPreview: (facts, { content }) => findScenePreview(facts, content.scene),
};
