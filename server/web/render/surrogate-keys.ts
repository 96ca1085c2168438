import type { PageData } from '../../../client/store/page-state.ts';
import type { CategoryInfo } from '../../../shared/contract/products.ts';

const ofProducts = (products: readonly { readonly productId: number }[] | null) =>
  (products ?? []).map(({ productId }) => `product-${productId}`);

const ofContents = (contents: readonly { readonly contentPageId: number }[]) =>
  contents.map(({ contentPageId }) => `content-${contentPageId}`);

const ofCategory = (category: CategoryInfo | null) =>
  category
    ? [category.categoryId, ...category.children.map(({ categoryId }) => categoryId)].map(
        (id) => `category-${id}`,
      )
    : [];

function listDataKeys(data: PageData): string[] {
  switch (data.kind) {
    case 'home':
      return [...ofContents([data.content, ...data.stories]), ...ofProducts(data.bestsellers)];
    case 'category':
      return [
        ...ofCategory(data.search.category),
        ...(data.search.landingPage ? [`content-${data.search.landingPage.landingpageId}`] : []),
        ...ofProducts(data.search.items),
      ];
    case 'search':
      return ofProducts(data.search?.items ?? null);
    case 'product':
      return [
        `product-${data.product.productId}`,
        `category-${data.product.categoryId}`,
        ...ofProducts(data.product.alternatives),
        ...ofProducts(data.related),
      ];
    case 'compare':
      return ofProducts(data.products);
    case 'content':
      return ofContents([data.content, ...data.content.relatedContent]);
    case 'article':
      return [...ofContents([data.content, ...data.content.relatedContent]), ...ofProducts(data.products)];
    case 'media':
      return ofContents(data.items);
    case 'notFound':
    case 'error':
      return data.content ? ofContents([data.content]) : [];
    case 'formSent':
    case 'reviewConfirm':
    case 'stockReminder':
      return [];
  }
}

/** Names of everything that a page shows, for caches to forget it by: the site first, then products, categories, content pages. */
export function listSurrogateKeys(siteId: number, data: PageData): string[] {
  return [...new Set([`site-${siteId}`, ...listDataKeys(data)])];
}
