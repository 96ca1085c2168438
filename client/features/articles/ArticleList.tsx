import type { ContentSummary } from '../../../shared/contract/content.ts';
import styles from './ArticleList.module.css';
import { ArticleTeaser } from './ArticleTeaser.tsx';

/** Articles as teasers in their order: the first one large, two alone both. */
export function ArticleList({ articles }: { articles: readonly ContentSummary[] }) {
  return (
    <ul className={styles.list}>
      {articles.map((article, position) => (
        <li key={article.contentPageId}>
          <ArticleTeaser article={article} isWide={position === 0 || articles.length === 2} />
        </li>
      ))}
    </ul>
  );
}
