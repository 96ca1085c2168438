import { useId } from 'react';
import { ArticleList } from '../../features/articles/ArticleList.tsx';
import { ProductGrid } from '../../features/catalogue/ProductGrid.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { hasLongWord } from '../../ui/long-word.ts';
import { RichText } from '../../ui/RichText.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { getArticleBreadcrumbs } from '../article/article-breadcrumbs.ts';
import styles from './ContentListPage.module.css';

/**
 * Renders a category of advice or of the blog, or the blog overview: description, articles, topics and
 * products of the theme.
 */
export function ContentListPage({ data }: { data: PageDataOf<'contentList'> }) {
  const shop = useShop();
  const { t } = shop;
  const { content, articles, products } = data;
  const subjectsTitleId = useId();
  const productsTitleId = useId();
  const subjects = content.relatedContent.filter(
    ({ kind }) => kind === 'adviceCategory' || kind === 'blogCategory',
  );
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={getArticleBreadcrumbs(shop, content)}
        current={content.title}
      />
      <h1 className={hasLongWord(content.title, 17) ? 'long-word' : undefined}>{content.title}</h1>
      {content.summary !== null && <p className="lead">{content.summary}</p>}
      <div className={styles.intro}>
        <RichText blocks={content.blocks} />
      </div>
      {subjects.length > 0 && (
        <nav className={styles.subjects} aria-labelledby={subjectsTitleId}>
          <h2 className={styles.subjectsTitle} id={subjectsTitleId}>
            {t(content.kind === 'blogOverview' ? 'contentList.subjects' : 'faq.subjects')}
          </h2>
          <ul>
            {subjects.map(({ contentPageId, title, url }) => (
              <li key={contentPageId}>
                <SiteLink href={url} className="tap">
                  {title}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {articles.length === 0 ? (
        <p className={styles.empty}>{t('contentList.empty')}</p>
      ) : (
        <ArticleList articles={articles} />
      )}
      {products.length > 0 && (
        <section className={styles.products} aria-labelledby={productsTitleId}>
          <h2 id={productsTitleId}>{t('contentList.products')}</h2>
          <ProductGrid products={products} isRow />
        </section>
      )}
    </div>
  );
}
