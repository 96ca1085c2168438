import { useId } from 'react';
import { getHeadingIds } from '../../../shared/rules/text-to-slug.ts';
import { RelatedContent } from '../../features/articles/RelatedContent.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { GuaranteeNotice } from '../../ui/GuaranteeNotice.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { hasLongWord } from '../../ui/long-word.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { ContentDetails } from './ContentDetails.tsx';
import styles from './ContentPage.module.css';
import { SiloForm } from './SiloForm.tsx';
import { getContents } from './table-of-contents.ts';
import { Vacancies } from './Vacancies.tsx';
import { WithdrawalForm } from './WithdrawalForm.tsx';

/** Keys of pages that start with a picture. Pages with rules or details start with their text. */
const PAGE_KEYS_WITH_SCENE: ReadonlySet<string> = new Set([
  'about',
  'become-a-dealer',
  'how-rqs-works',
  'jobs',
  'roughage-tests',
  'silo-supply',
]);

/**
 * Renders a page of the site's own texts: its details (address, hours, costs) on a ticket, its text, and the
 * related pages.
 */
export function ContentPage({
  data: { content, siloOffer, withdrawalWords, guaranteeNotice, vacancies },
}: {
  data: PageDataOf<'content'>;
}) {
  const { t } = useShop();
  const columns = useAppState((state) => state.scope.footer.columns);
  const contentsTitleId = useId();
  const siblings = columns.find(({ links }) => links.some(({ route }) => route === content.url));
  const headings = content.blocks.filter((block) => block.type === 'heading');
  const headingIds = getHeadingIds(headings.map(({ text }) => text));
  const contents = getContents(content.blocks, headingIds);

  return (
    <>
      <article className="wrap">
        <header className={styles.head}>
          <Breadcrumbs
            label={t('breadcrumbs.label')}
            items={[{ title: t('common.home'), url: '/' }]}
            current={content.title}
          />
          <h1 className={hasLongWord(content.title, 17) ? 'long-word' : undefined}>{content.title}</h1>
          {content.summary !== null && <p className="lead">{content.summary}</p>}
        </header>
        {PAGE_KEYS_WITH_SCENE.has(content.key) && (
          <Scene className={styles.scene} name={content.scene} eager />
        )}
        <div className={joinClasses(styles.columns, siblings !== undefined && styles.withSiblings)}>
          <div className={styles.body}>
            <ContentDetails contentKey={content.key} contentPageId={content.contentPageId} />
            {contents.length > 0 && (
              <nav className={styles.contents} aria-labelledby={contentsTitleId}>
                <h2 className={styles.navTitle} id={contentsTitleId}>
                  {t('content.onThisPage')}
                </h2>
                <ol>
                  {contents.map(({ id, title }) => (
                    <li key={id}>
                      <SiteLink href={`${content.url}#${id}`} className="tap">
                        {title}
                      </SiteLink>
                    </li>
                  ))}
                </ol>
              </nav>
            )}
            <GuaranteeNotice name={t('legal.guaranteeNotice')} notice={guaranteeNotice} />
            <RichText blocks={content.blocks} headingIds={headingIds} />
            {vacancies && <Vacancies vacancies={vacancies} />}
            {siloOffer && <SiloForm offer={siloOffer} />}
            {content.key === 'withdrawal' && <WithdrawalForm words={withdrawalWords} />}
          </div>
          {siblings && (
            <nav className={styles.siblings} aria-label={t('content.siblings', { title: siblings.title })}>
              <h2 className={styles.navTitle}>{siblings.title}</h2>
              <ul>
                {siblings.links.map((link) => (
                  <li key={link.route}>
                    <SiteLink
                      href={link.route}
                      target={link.target}
                      className="tap"
                      isCurrent={link.route === content.url}
                    >
                      {link.title}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </article>
      <RelatedContent items={content.relatedContent} />
    </>
  );
}
