import { useId } from 'react';
import { getHeadingIds } from '../../../shared/rules/text-to-slug.ts';
import { ArticleByline } from '../../features/articles/ArticleByline.tsx';
import { RelatedContent } from '../../features/articles/RelatedContent.tsx';
import { ProductCard } from '../../features/catalogue/ProductCard.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { hasLongWord } from '../../ui/long-word.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Scene } from '../../ui/Scene.tsx';
import styles from './ArticlePage.module.css';
import { getArticleBreadcrumbs } from './article-breadcrumbs.ts';

/** Maximum number of products below each other next to the text; more would be longer than the text. */
const MAX_PRODUCTS_BESIDE_TEXT = 2;

type ArticleProps = { data: PageDataOf<'article'> };

/** Renders an article: advice, blog, news or a partner. */
export function ArticlePage({ data: { content, products } }: ArticleProps) {
  const shop = useShop();
  const { t } = shop;
  const productsTitleId = useId();
  const headings = content.blocks.filter((block) => block.type === 'heading');
  const headingIds = getHeadingIds(headings.map(({ text }) => text));
  const parents = getArticleBreadcrumbs(shop, content);
  const hasProducts = products !== null && products.length > 0;

  return (
    <>
      <article>
        <header className={`wrap ${styles.head}`}>
          <Breadcrumbs label={t('breadcrumbs.label')} items={parents} current={content.title} />
          <h1 className={joinClasses(styles.title, hasLongWord(content.title, 15) && styles.longTitle)}>
            {content.title}
          </h1>
          {content.summary !== null && <p className={styles.lead}>{content.summary}</p>}
          <ArticleByline article={content} modifiedOn={content.modifiedOn} />
        </header>
        <div className={styles.figure}>
          <Scene className={styles.scene} name={content.scene} eager />
        </div>
        <div
          className={joinClasses(
            'wrap',
            styles.body,
            hasProducts && styles.withProducts,
            hasProducts && products.length > MAX_PRODUCTS_BESIDE_TEXT && styles.withManyProducts,
          )}
        >
          <RichText blocks={content.blocks} headingIds={headingIds} size="article" />
          {hasProducts && (
            <aside aria-labelledby={productsTitleId}>
              <h2 className={styles.productsTitle} id={productsTitleId}>
                {t('article.products')}
              </h2>
              <ul className={styles.products}>
                {products.map((product) => (
                  <li key={product.productId}>
                    <ProductCard product={product} />
                  </li>
                ))}
              </ul>
            </aside>
          )}
        </div>
      </article>
      <RelatedContent items={content.relatedContent} />
    </>
  );
}
