import type { ContentSummary } from '../../../shared/contract/content.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { ArticleByline } from './ArticleByline.tsx';
import styles from './ArticleTeaser.module.css';

interface ArticleTeaserProps {
  article: ContentSummary;
  /** Whether picture and text are side by side from 768 px, for the first teaser of a list. */
  isWide?: boolean;
  /** Heading level of the title. */
  level?: 2 | 3;
}

/**
 * Renders an article of a list: picture, details, title and summary. The link of the title covers the whole
 * teaser.
 */
export function ArticleTeaser({ article, isWide = false, level = 2 }: ArticleTeaserProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className={joinClasses(styles.teaser, isWide && styles.wide)}>
      <Scene className={styles.scene} name={article.scene} eager={isWide} />
      <div>
        <ArticleByline article={article} />
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
