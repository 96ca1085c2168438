import { getParents } from '../../../client/features/catalogue/get-parents.ts';
import { getArticleParents } from '../../../client/pages/article/article-parents.ts';
import { getVariantTitle } from '../../../client/pages/product/variant-title.ts';
import { createArticle, createFaq } from './article.ts';
import { createBreadcrumbs, createItemList, type Node, type PageFacts } from './json-ld.ts';
import { findListPlace } from './list-place.ts';
import { createOrganization, createWebSite } from './organization.ts';
import { createProduct } from './product.ts';

/**
 * What a page says to search engines in the words of schema.org: only what it shows to people, too. Pages that are not to be
 * listed (search, errors) say nothing.
 */
export function describePage(facts: PageFacts): Node[] {
  const { page, shop, scope } = facts;
  const { data, head } = page;
  if (!head.isIndexable) return [];
  const home = { title: shop.t('common.home'), url: '/' };
  switch (data.kind) {
    case 'home':
      return [
        createWebSite(facts),
        createOrganization(facts),
        ...(data.bestsellers.length > 0 ? [createItemList(facts, data.bestsellers)] : []),
      ];
    case 'category': {
      const { items, total, paging } = data.search;
      const place = findListPlace(data.search);
      if (!place) return [];
      const firstPosition = (paging.page - 1) * paging.pageSize + 1;
      return [
        createBreadcrumbs(facts, getParents(place.breadcrumbs, place.url, home.title), place),
        ...(items.length > 0 ? [createItemList(facts, items, { total, firstPosition })] : []),
      ];
    }
    case 'product': {
      const { product } = data;
      const title = getVariantTitle(shop, product);
      const url = head.canonicalPath ?? page.virtualPath;
      return [
        createBreadcrumbs(facts, getParents(product.breadcrumbs, url, home.title), { title, url }),
        createProduct(facts, data),
      ];
    }
    case 'content': {
      const { content } = data;
      const isService = content.contentPageId === scope.site.customerServiceContentPageId;
      return [createBreadcrumbs(facts, [home], content), ...(isService ? [createOrganization(facts)] : [])];
    }
    case 'article': {
      const { content } = data;
      const parents = getArticleParents(shop, content.kind);
      return [
        createBreadcrumbs(facts, parents, content),
        content.kind === 'faq' ? createFaq(content) : createArticle(facts, content),
      ];
    }
    case 'media':
      return [
        createBreadcrumbs(facts, [home], { title: shop.t('media.title'), url: page.virtualPath }),
        ...(data.items.length > 0 ? [createItemList(facts, data.items)] : []),
      ];
    default:
      return [];
  }
}
