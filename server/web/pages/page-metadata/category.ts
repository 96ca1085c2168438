import { getCategoryScene } from '../../../../client/features/catalogue/category-scene.ts';
import { getParentBreadcrumbs } from '../../../../client/features/catalogue/get-parent-breadcrumbs.ts';
import type { ProductListData } from '../../../../client/store/listed-product.ts';
import type { CategoryInfo } from '../../../../shared/contract/products.ts';
import { createBreadcrumbs, createItemList } from '../../structured-data/json-ld.ts';
import {
  createHomeCrumb,
  findScenePreviewPicture,
  listProductKeys,
  type ServerPageMetadata,
} from '../server-page-metadata.ts';

type ListOwner = Pick<CategoryInfo, 'key' | 'title' | 'url' | 'breadcrumbs'>;

/** Returns the owner of the product list: a category or a landing page. */
const findListOwner = ({ category, landingPage }: ProductListData): ListOwner | null =>
  category ?? landingPage;

const listCategoryKeys = (category: CategoryInfo | null): string[] =>
  category
    ? [category.categoryId, ...category.children.map(({ categoryId }) => categoryId)].map(
        (id) => `category-${id}`,
      )
    : [];

export const categoryPageMetadata: ServerPageMetadata<'category'> = {
  listSurrogateKeys: ({ search: { category, landingPage, items } }) => [
    ...listCategoryKeys(category),
    ...(landingPage ? [`content-${landingPage.landingpageId}`] : []),
    ...listProductKeys(items),
  ],
  describe: (details, { search }) => {
    const { items, total, paging } = search;
    const listContext = findListOwner(search);
    if (!listContext) return [];
    const firstPosition = (paging.page - 1) * paging.pageSize + 1;
    const parents = getParentBreadcrumbs(
      listContext.breadcrumbs,
      listContext.url,
      createHomeCrumb(details).title,
    );
    return [
      createBreadcrumbs(details, parents, listContext),
      ...(items.length > 0 ? [createItemList(details, items, { total, firstPosition })] : []),
    ];
  },
  findPreview: (details, { search }) =>
    findScenePreviewPicture(details, getCategoryScene(findListOwner(search)?.key ?? '')),
};
