import type { ContentSummary } from '../../../shared/contract/content.ts';
import styles from './ArticleList.module.css';
import { ArticleTeaser } from './ArticleTeaser.tsx';

/**
 * Renders articles as teasers in the given order. The first teaser is large; if there are only two, both are.
 */
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
