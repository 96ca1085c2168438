import { getParentBreadcrumbs } from '../../features/catalogue/get-parent-breadcrumbs.ts';
import { ProductGrid } from '../../features/catalogue/ProductGrid.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Section } from '../../ui/Section.tsx';
import { BuyPanel } from './BuyPanel.tsx';
import { Gallery } from './Gallery.tsx';
import { PackDuration } from './PackDuration.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import styles from './ProductPage.module.css';
import { RecentlyViewed } from './RecentlyViewed.tsx';
import { RatingSummary, REVIEWS_ID, Reviews } from './Reviews.tsx';
import { getVariantTitle } from './variant-title.ts';

/** Renders a product variant: pictures, packs and price, how long a pack lasts, and all label details. */
export function ProductPage({ data }: { data: PageDataOf<'product'> }) {
  const shop = useShop();
  const { t, formats } = shop;
  const { product, related, reviews } = data;
  const variant =
    product.variants.find((entry) => entry.productVariantId === product.productVariantId) ??
    product.variants[0];
  if (!variant) return null;
  const title = getVariantTitle(shop, product);
  return (
    <>
      <div className="wrap">
        <Breadcrumbs
          label={t('breadcrumbs.label')}
          items={getParentBreadcrumbs(product.breadcrumbs, variant.url, t('common.home'))}
          current={title}
        />
      </div>
      <div className={`wrap ${styles.top}`}>
        <Gallery
          key={variant.productVariantId}
          product={product}
          variant={variant}
          feedApprovalNumber={data.feedApprovalNumber}
        />
        <BuyPanel product={product} variant={variant} title={title}>
          <RatingSummary reviews={reviews} />
        </BuyPanel>
      </div>
      {product.dosage && variant.netWeightGrams !== null && (
        <PackDuration
          key={product.productId}
          dosage={product.dosage}
          productVariantId={variant.productVariantId}
          pack={{ grams: variant.netWeightGrams, price: variant.price.amountInclVat }}
        />
      )}
      <ProductFacts product={product} variant={variant} feedApprovalNumber={data.feedApprovalNumber}>
        {reviews && (
          <Accordion
            id={REVIEWS_ID}
            isOpen
            summary={
              <h2 className={styles.reviewsTitle}>
                {reviews.rating
                  ? t('review.titleWithCount', { count: formats.number(reviews.rating.count) })
                  : t('review.title')}
              </h2>
            }
          >
            <Reviews reviews={reviews} pathname={variant.url} productTitle={product.title} />
          </Accordion>
        )}
      </ProductFacts>
      {related && related.length > 0 && (
        <Section tone="band" labelledBy="related-products">
          <h2 id="related-products" className={styles.relatedTitle}>
            {t('product.related')}
          </h2>
          <ProductGrid products={related} isRow />
        </Section>
      )}
      <RecentlyViewed productId={product.productId} />
    </>
  );
}
