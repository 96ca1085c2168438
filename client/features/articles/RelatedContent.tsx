import { useId } from 'react';
import type { ContentSummary } from '../../../shared/contract/content.ts';
import { useShop } from '../../store/shop.tsx';
import { Section } from '../../ui/Section.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { ArticleTeaser } from './ArticleTeaser.tsx';
import styles from './RelatedContent.module.css';

/** Number of stories in a row. More stories would push the content below out of view. */
const MAX_STORIES = 3;

/**
 * Renders related content: stories with their picture, pages and questions as plain links. Renders nothing
 * without items.
 */
export function RelatedContent({ items }: { items: readonly ContentSummary[] }) {
  const { t } = useShop();
  const titleId = useId();
  const stories = items.filter(isStory).slice(0, MAX_STORIES);
  const pages = items.filter((item) => !isStory(item));
  if (stories.length + pages.length === 0) return null;
  return (
    <Section tone="band" labelledBy={titleId}>
      <h2 id={titleId}>{t('article.related')}</h2>
      {stories.length > 0 && (
        <ul className={styles.stories}>
          {stories.map((story) => (
            <li key={story.contentPageId}>
              <ArticleTeaser article={story} level={3} />
            </li>
          ))}
        </ul>
      )}
      {pages.length > 0 && (
        <ul className={styles.pages}>
          {pages.map(({ contentPageId, url, title, summary }) => (
            <li key={contentPageId}>
              <SiteLink href={url} className="tap">
                {title}
              </SiteLink>
              {summary !== null && <p className="small soft">{summary}</p>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Whether the item is a list of articles rather than an article. */
const isContentListKind = (kind: ContentSummary['kind']): boolean =>
  kind === 'adviceCategory' || kind === 'blogCategory' || kind === 'blogOverview';

function isStory({ kind }: ContentSummary): boolean {
  return kind !== 'page' && kind !== 'faq' && !isContentListKind(kind);
}
