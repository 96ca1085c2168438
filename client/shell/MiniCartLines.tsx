import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { QuantityForm } from '../features/cart/QuantityForm.tsx';
import { findAvailableQuantity, QuantityProblem } from '../features/cart/QuantityProblem.tsx';
import { AddOneToCart } from '../features/catalogue/AddToCart.tsx';
import { UnitPrices } from '../features/catalogue/PriceBlock.tsx';
import { getPackName } from '../features/catalogue/pack-name.ts';
import { useForm } from '../forms/use-form.ts';
import type { CalculatedCartView, CartLineView } from '../store/fetch-cart.ts';
import { type ListedProduct, toListedProduct } from '../store/listed-product.ts';
import { useAppStore, useShop } from '../store/shop.tsx';
import { getBrowserCart } from '../store/visitor-cart-id.ts';
import { Arch } from '../ui/Arch.tsx';
import { ProductPicture } from '../ui/ProductPicture.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './MiniCart.module.css';
import { useMiniCartFocus } from './mini-cart-focus.ts';

/** Maximum number of recommendations, so that the total stays visible. */
const MAX_RECOMMENDED = 2;

interface MiniCartLinesProps {
  calculated: CalculatedCartView;
  /** Variant that was just added, whose quantity can be changed here; null if none was. */
  first: number | null;
  isLoading: boolean;
}

/** Renders the added product, the amount missing for free delivery, the other lines and matching products. */
export function MiniCartLines({ calculated, first, isLoading }: MiniCartLinesProps) {
  const { t, formats } = useShop();
  const { products, freeShippingMissingAmount: missing } = calculated;
  const line = products.find(({ productVariantId }) => productVariantId === first);
  const gifts = products.flatMap(({ freeProducts }) => freeProducts);
  const others = products.filter((known) => known !== line);
  const recommended = useRecommendedProducts(
    products.map(({ productVariantId }) => productVariantId).join(','),
  );
  useMiniCartFocus(recommended);
  return (
    <>
      {line && <AddedLine key={line.productVariantId} line={line} isLoading={isLoading} />}
      {missing !== null && (
        <p className={styles.hint}>
          {missing === 0 ? (
            <strong>{t('add.freeDelivery')}</strong>
          ) : (
            t('cart.freeDeliveryFrom', { amount: formats.euro(missing) })
          )}
        </p>
      )}
      {others.length + gifts.length > 0 && (
        <section aria-labelledby="mini-cart-others">
          <h3 id="mini-cart-others" className={styles.title}>
            {t(line ? 'add.alsoInCart' : 'add.inCart')}
          </h3>
          <ul>
            {others.map(({ productVariantId, product, quantity, description, totalAmount }) => (
              <li key={productVariantId} className={styles.other}>
                <ProductThumbnail product={product} />
                <span>{t('cart.pieces', { count: quantity, title: description })}</span>
                <strong>{formats.euro(totalAmount)}</strong>
              </li>
            ))}
            {gifts.map(({ productVariantId, promotionText, product, quantity, description }) => (
              <li key={`gift ${productVariantId} ${promotionText}`} className={styles.other}>
                <ProductThumbnail product={product} />
                <span>{t('cart.pieces', { count: quantity, title: description })}</span>
                <strong>{t('cart.gift')}</strong>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recommended.length > 0 && <RecommendedProducts products={recommended} />}
    </>
  );
}

function ProductThumbnail({ product }: { product: ListedProduct }) {
  return (
    <Arch colourWay={product.colourWay} className={styles.thumbnail}>
      <ProductPicture picture={product.picture} sizes="46px" maxWidth={96} alt="" />
    </Arch>
  );
}

/** Renders the line that was just added. */
function AddedLine({ line, isLoading }: { line: CartLineView; isLoading: boolean }) {
  const { formats } = useShop();
  const { productVariantId, product, description, productLabel, totalAmount } = line;
  const of = String(productVariantId);
  const form = useForm('cart-quantity', of);
  const problem = form.result?.problems[0];
  const errorId = problem || findAvailableQuantity(line, problem) !== null ? `mini-cart-error-${of}` : null;
  return (
    <div className={styles.line}>
      <Arch colourWay={product.colourWay} className={styles.picture}>
        <ProductPicture picture={product.picture} sizes="66px" maxWidth={260} alt="" />
      </Arch>
      <div>
        <h3 className={styles.name}>{description}</h3>
        <p className={styles.pack}>
          {productLabel}
          {/* A comma separates the two (`.pack`) if both exist. */}
          <UnitPrices pack={product} isShort />
        </p>
        <div className="row between">
          <QuantityForm line={line} form={form} errorId={errorId} isLoading={isLoading} />
          <p className={styles.price} aria-busy={isLoading || undefined}>
            {formats.euro(totalAmount)}
          </p>
        </div>
        {errorId !== null && <QuantityProblem id={errorId} line={line} problem={problem} />}
      </div>
    </div>
  );
}

/** Returns products that match the cart; empty if they cannot be loaded. */
function useRecommendedProducts(ids: string): readonly ListedProduct[] {
  const api = useApi();
  const store = useAppStore();
  const [products, setProducts] = useState<readonly ListedProduct[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with what is in the cart
  useEffect(() => {
    const { id } = getBrowserCart(store.getState().scope);
    if (!api || id === null) return;
    const controller = new AbortController();
    api
      .fetchCartRecommendations({ params: { id } }, { signal: controller.signal })
      .then((found) => setProducts(found.slice(0, MAX_RECOMMENDED).map(toListedProduct)))
      // The drawer is complete without these products.
      .catch(() => undefined);
    return () => controller.abort();
  }, [api, store, ids]);
  return products;
}

function RecommendedProducts({ products }: { products: readonly ListedProduct[] }) {
  const shop = useShop();
  const { t, formats } = shop;
  return (
    <section aria-labelledby="mini-cart-recommended">
      <h3 id="mini-cart-recommended" className={styles.title}>
        {t('product.related')}
      </h3>
      <ul>
        {products.map((product) => (
          <li key={product.productVariantId} className={styles.other}>
            <ProductThumbnail product={product} />
            <span>
              {product.title}
              <span className={styles.pack}>
                {' '}
                <VisuallyHidden>, </VisuallyHidden>
                {formats.euro(product.price.amountInclVat)}, {getPackName(shop, product)}
              </span>
            </span>
            <AddOneToCart pack={product} title={product.title} />
          </li>
        ))}
      </ul>
    </section>
  );
}
