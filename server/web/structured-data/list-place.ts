import type { ProductListData } from '../../../client/store/card-product.ts';
import type { CategoryInfo } from '../../../shared/contract/products.ts';

type ListPlace = Pick<CategoryInfo, 'key' | 'title' | 'url' | 'breadcrumbs'>;

/** What a page lists the products of: a category or a landing page. */
export function findListPlace({ category, landingPage }: ProductListData): ListPlace | null {
  return category ?? landingPage;
}
