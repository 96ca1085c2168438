import { getParentBreadcrumbs } from '../../../../client/features/catalogue/get-parent-breadcrumbs.ts';
import { getVariantTitle } from '../../../../client/pages/product/variant-title.ts';
import { createBreadcrumbs, toAbsoluteUrl } from '../../structured-data/json-ld.ts';
import { createProduct } from '../../structured-data/product.ts';
import { createHomeCrumb, listProductKeys, type ServerPageMetadata } from '../server-page-metadata.ts';

/** Width in pixels of a product picture in link previews. */
const previewWidth = 1088;

export const productPageMetadata: ServerPageMetadata<'product'> = {
  listSurrogateKeys: ({ product, related }) => [
    `product-${product.productId}`,
    `category-${product.categoryId}`,
    ...listProductKeys(product.alternatives),
    ...listProductKeys(related),
  ],
  describe: (details, data) => {
    const { shop, page } = details;
    const { product } = data;
    const title = getVariantTitle(shop, product);
    const url = page.head.canonicalPath ?? page.virtualPath;
    const parents = getParentBreadcrumbs(product.breadcrumbs, url, createHomeCrumb(details).title);
    return [createBreadcrumbs(details, parents, { title, url }), createProduct(details, data)];
  },
  findPreview: (details, { product: { variants, productVariantId, pictures } }) => {
    const shown = variants.find((variant) => variant.productVariantId === productVariantId);
    const picture = shown?.picture ?? pictures[0];
    if (!picture) return null;
    const { hash, width, height, alt } = picture;
    return {
      url: toAbsoluteUrl(details, `/images/${hash}/${previewWidth}.png`),
      width: previewWidth,
      height: Math.round((previewWidth * height) / width),
      alt,
    };
  },
};
