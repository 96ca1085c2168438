import type { Picture } from '../../shared/contract/primitives.ts';
import type { Price, ProductSearchAnswer, ProductSummary, Stock } from '../../shared/contract/products.ts';

/**
 * A product as lists show it. The page state contains only these fields, because 24 products are most of a
 * page's size.
 */
export interface ListedProduct
  extends Pick<
    ProductSummary,
    | 'productId'
    | 'productVariantId'
    | 'categoryId'
    | 'title'
    | 'claim'
    | 'url'
    | 'colourWay'
    | 'packaging'
    | 'packagingName'
    | 'content'
    | 'rating'
    | 'isNew'
    | 'variantCount'
  > {
  readonly picture: Pick<Picture, 'hash' | 'width' | 'height'>;
  readonly price: Omit<Price, 'vatType' | 'vatRatePercentage'>;
  readonly stock: Pick<Stock, 'isAvailable' | 'amountLeft'>;
}

/** A page of a list of products. */
export type ProductListData = Omit<ProductSearchAnswer, 'items'> & {
  readonly items: readonly ListedProduct[];
};

/** Cards by product. Responses are shared by many requests, so their cards are shared, too. */
const cards = new WeakMap<ProductSummary, ListedProduct>();
const lists = new WeakMap<ProductSearchAnswer, ProductListData>();

/** Reduces a product to the fields of its card. The same product object returns the same card object. */
export function toListedProduct(product: ProductSummary): ListedProduct {
  let card = cards.get(product);
  if (!card) {
    const { productVariantId, categoryId } = product;
    const {
      productId,
      title,
      claim,
      url,
      colourWay,
      packaging,
      packagingName,
      content,
      rating,
      isNew,
      variantCount,
    } = product;
    const { hash, width, height } = product.picture;
    const { vatType: _type, vatRatePercentage: _rate, ...price } = product.price;
    const { isAvailable, amountLeft } = product.stock;
    card = Object.freeze({
      productId,
      productVariantId,
      categoryId,
      title,
      claim,
      url,
      picture: { hash, width, height },
      colourWay,
      packaging,
      packagingName,
      content,
      rating,
      price,
      stock: { isAvailable, amountLeft },
      isNew,
      variantCount,
    });
    cards.set(product, card);
  }
  return card;
}

/**
 * Returns a search response with cards instead of products. The same response object returns the same list
 * object.
 */
export function toProductList(answer: ProductSearchAnswer): ProductListData {
  let list = lists.get(answer);
  if (!list) {
    list = Object.freeze({ ...answer, items: answer.items.map(toListedProduct) });
    lists.set(answer, list);
  }
  return list;
}
