import type { ListedProduct } from '../../store/listed-product.ts';
import { useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { hasLongWord } from '../../ui/long-word.ts';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { Rating } from '../../ui/Rating.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { AddOneToCart } from './AddToCart.tsx';
import { CompareLink, isComparable } from './CompareLink.tsx';
import { PriceBlock } from './PriceBlock.tsx';
import styles from './ProductCard.module.css';
import { getPackName } from './pack-name.ts';
import { StockLine } from './StockLine.tsx';

/**
 * `sizes` of the picture by position of the card: the width of the card minus the margins of the arch. `row`
 * has four columns from 768 px. `beside` has three from 768 px and four from 1472 px next to filters
 * (`ProductGrid`).
 */
const pictureSizes = {
  grid: '(min-width: 92em) 256px, (min-width: 68em) 19vw, (min-width: 48em) 25vw, 38vw',
  row: '(min-width: 92em) 256px, (min-width: 48em) 19vw, 38vw',
  beside: '(min-width: 92em) 184px, (min-width: 68em) 19vw, (min-width: 48em) 25vw, 38vw',
} as const;

/** Position of a card, which determines the size of its picture. */
export type CardLayout = keyof typeof pictureSizes;

/** Maximum number of letters that fit on one line of the narrowest card at full font size. */
const maxTitleWordLength = 13;

interface ProductCardProps {
  product: ListedProduct;
  headingLevel?: 2 | 3;
  place?: CardLayout;
  /** Whether the picture is visible without scrolling. */
  priority?: boolean;
}

/** Renders a product of a list. The whole card is one link, named by the title. */
export function ProductCard({
  product,
  headingLevel = 3,
  place = 'grid',
  priority = false,
}: ProductCardProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const { rating } = product;
  const { discountPercentage } = product.price;
  const packs =
    product.variantCount > 1
      ? t('product.packAndMore', {
          pack: getPackName(shop, product),
          smart_count: product.variantCount - 1,
        })
      : getPackName(shop, product);
  return (
    <article className={styles.card}>
      <Arch colourWay={product.colourWay} className={styles.picture}>
        <ProductPicture picture={product.picture} sizes={pictureSizes[place]} priority={priority} alt="" />
        {(product.isNew || discountPercentage !== null) && (
          <p className={styles.flags}>
            {discountPercentage !== null && (
              <Badge tone="sale">{formats.percentage(-discountPercentage)}</Badge>
            )}
            {product.isNew && <Badge tone="new">{t('product.new')}</Badge>}
          </p>
        )}
      </Arch>
      <div className={styles.text}>
        <Heading
          className={joinClasses(
            styles.title,
            hasLongWord(product.title, maxTitleWordLength + 1) && styles.longTitle,
          )}
        >
          <SiteLink href={product.url}>{product.title}</SiteLink>
        </Heading>
        <p className={styles.claim}>{product.claim}</p>
        <p className={styles.claim}>{packs}</p>
        {rating && (
          <Rating
            average={rating.average}
            text={formats.rating(rating.average)}
            count={formats.number(rating.count)}
            label={t('rating.label', {
              average: formats.rating(rating.average),
              smart_count: rating.count,
            })}
          />
        )}
        <StockLine stock={product.stock} />
      </div>
      <PriceBlock pack={product} />
      <div className={styles.acts}>
        <AddOneToCart pack={product} title={product.title} />
        {isComparable(product) && <CompareLink productId={product.productId} title={product.title} isSmall />}
      </div>
    </article>
  );
}
