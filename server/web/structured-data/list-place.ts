import type { ProductListData } from '../../../client/store/card-product.ts';
import type { CategoryInfo } from '../../../shared/contract/products.ts';

type ListPlace = Pick<CategoryInfo, 'key' | 'title' | 'url' | 'breadcrumbs'>;

/** What a page lists the products of: a category, or a landing page where the search knows of them. */
export function findListPlace(search: ProductListData): ListPlace | null {
  const { category, landingPage } = search as Pick<ProductListData, 'category'> & {
    readonly landingPage?: ListPlace | null;
  };
  return category ?? landingPage ?? null;
}
