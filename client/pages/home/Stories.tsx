import type { ContentSummary } from '../../../shared/contract/content.ts';
import { useShop } from '../../store/shop.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { Section } from '../../ui/Section.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './Stories.module.css';

/** Renders the newest articles: the first with its scene, the others as a list. */
export function Stories({
  stories,
  tone = 'band',
}: {
  stories: readonly ContentSummary[];
  tone?: 'page' | 'band';
}) {
  const { t } = useShop();
  const [first, ...others] = stories;
  if (!first) return null;
  return (
    <Section tone={tone} labelledBy="stories">
      <h2 id="stories">{t('home.stories')}</h2>
      <div className={styles.stories}>
        <article className={styles.first}>
          <Scene name={first.scene} className={styles.scene} />
          <StoryText story={first} />
        </article>
        {others.length > 0 && (
          <ul className={styles.list}>
            {others.map((story) => (
              <li key={story.contentPageId}>
                <StoryText story={story} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function StoryText({ story }: { story: ContentSummary }) {
  return (
    <>
      <h3 className={styles.title}>
        <SiteLink href={story.url}>{story.title}</SiteLink>
      </h3>
      {story.summary && <p className="soft">{story.summary}</p>}
    </>
  );
}
