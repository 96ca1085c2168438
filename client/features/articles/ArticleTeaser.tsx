import type { ContentSummary } from '../../../shared/contract/content.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import styles from './ArticleTeaser.module.css';

interface ArticleTeaserProps {
  article: ContentSummary;
  /** Picture and text side by side from 768 px, for the first of a list. */
  isWide?: boolean;
  /** Level of the title in the page's outline. */
  level?: 2 | 3;
}

/** An article in a list: its scene, facts, title and summary. The title is the link, and covers the whole. */
export function ArticleTeaser({ article, isWide = false, level = 2 }: ArticleTeaserProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className={joinClasses(styles.teaser, isWide && styles.wide)}>
      <Scene className={styles.scene} name={article.scene} eager={isWide} />
      <div>
        <ArticleFacts article={article} />
        <Title className={styles.title}>
          <SiteLink href={article.url} className={styles.link}>
            {article.title}
          </SiteLink>
        </Title>
        {article.summary !== null && <p>{article.summary}</p>}
      </div>
    </article>
  );
}
