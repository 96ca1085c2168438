import { useId } from 'react';
import { getHeadingIds } from '../../../shared/rules/text-to-slug.ts';
import { ArticleByline } from '../../features/articles/ArticleByline.tsx';
import { RelatedContent } from '../../features/articles/RelatedContent.tsx';
import { ProductGrid } from '../../features/catalogue/ProductGrid.tsx';
import { Clip } from '../../features/clip/Clip.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { getArticleBreadcrumbs } from '../article/article-breadcrumbs.ts';
import styles from './AdviceVideoPage.module.css';

/** Renders a clip with its transcript. */
export function AdviceVideoPage({ data: { content, products } }: { data: PageDataOf<'adviceVideo'> }) {
  const shop = useShop();
  const { t } = shop;
  const textId = useId();
  const productsTitleId = useId();
  const headings = content.blocks.filter((block) => block.type === 'heading');
  const headingIds = getHeadingIds(headings.map(({ text }) => text));
  return (
    <>
      <article className={`wrap ${styles.page}`}>
        <Breadcrumbs
          label={t('breadcrumbs.label')}
          items={getArticleBreadcrumbs(shop, content)}
          current={content.title}
        />
        <h1>{content.title}</h1>
        {content.summary !== null && <p className="lead">{content.summary}</p>}
        <ArticleByline article={content} modifiedOn={content.modifiedOn} />
        {content.clip && (
          <Clip
            className={styles.clip}
            clip={content.clip}
            contentPageId={content.contentPageId}
            title={content.title}
            textUrl={`${content.url}#${headingIds[0] ?? textId}`}
          />
        )}
        <div className={styles.text} id={textId}>
          <RichText blocks={content.blocks} headingIds={headingIds} size="article" />
        </div>
        {products !== null && products.length > 0 && (
          <section className={styles.products} aria-labelledby={productsTitleId}>
            <h2 id={productsTitleId}>{t('contentList.products')}</h2>
            <ProductGrid products={products} isRow />
          </section>
        )}
      </article>
      <RelatedContent items={content.relatedContent} />
    </>
  );
}
