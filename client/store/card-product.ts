import type { Picture } from '../../shared/contract/primitives.ts';
import type { Price, ProductSearchAnswer, ProductSummary, Stock } from '../../shared/contract/products.ts';

/** What a list shows of a product. The state of a page holds no more of it: 24 of them are most of what a page weighs. */
export interface CardProduct
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
export type ProductListData = Omit<ProductSearchAnswer, 'items'> & { readonly items: readonly CardProduct[] };

/** Answers are shared by many requests: what was taken from one is, too. */
const cards = new WeakMap<ProductSummary, CardProduct>();
const lists = new WeakMap<ProductSearchAnswer, ProductListData>();

/** Takes from a product what its card shows. The same product object gives the same card object. */
export function toCard(product: ProductSummary): CardProduct {
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

/** A search answer with cards in place of products. The same answer object gives the same list object. */
export function toProductList(answer: ProductSearchAnswer): ProductListData {
  let list = lists.get(answer);
  if (!list) {
    list = Object.freeze({ ...answer, items: answer.items.map(toCard) });
    lists.set(answer, list);
  }
  return list;
}
