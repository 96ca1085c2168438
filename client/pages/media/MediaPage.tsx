import { ArticleTeaser } from '../../features/articles/ArticleTeaser.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import styles from './MediaPage.module.css';

/** All news and stories, newest first; the first one large, two alone both. */
export function MediaPage({ data: { items } }: { data: PageDataOf<'media'> }) {
  const { t } = useShop();
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[{ title: t('common.home'), url: '/' }]}
        current={t('media.title')}
      />
      <h1>{t('media.title')}</h1>
      {items.length === 0 ? (
        <p className={styles.empty}>{t('media.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {items.map((item, position) => (
            <li key={item.contentPageId}>
              <ArticleTeaser article={item} isWide={position === 0 || items.length === 2} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
