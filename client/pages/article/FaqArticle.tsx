import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { ContentPage } from '../../../shared/contract/content.ts';
import { getQuestions } from '../../../shared/rules/questions.ts';
import { ReadOn } from '../../features/articles/ReadOn.tsx';
import { ContactTicket } from '../../features/customer-service/ContactTicket.tsx';
import { useShop } from '../../store/shop.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { hasLongWord } from '../../ui/long-word.ts';
import { RichText } from '../../ui/RichText.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './FaqArticle.module.css';

/** Questions and answers: other subjects, the questions to open (each with its own anchor), and whom to ask. */
export function FaqArticle({ content }: { content: ContentPage }) {
  const { t } = useShop();
  const subjectsTitleId = useId();
  const { hash } = useLocation();
  // The server knows no hash, so the first render does not either: it opens the first question.
  const [askedFor, setAskedFor] = useState('');
  useEffect(() => setAskedFor(hash.slice(1)), [hash]);
  const { intro, questions } = getQuestions(content.blocks);
  const subjects = content.relatedContent.filter(({ kind }) => kind === 'faq');
  const others = content.relatedContent.filter(({ kind }) => kind !== 'faq');

  return (
    <>
      <article className={`wrap ${styles.page}`}>
        <Breadcrumbs
          label={t('breadcrumbs.label')}
          items={[{ title: t('common.home'), url: '/' }]}
          current={content.title}
        />
        <h1 className={hasLongWord(content.title, 17) ? 'long-word' : undefined}>{content.title}</h1>
        {content.summary !== null && <p className="lead">{content.summary}</p>}
        <div className={styles.columns}>
          {subjects.length > 0 && (
            <nav className={styles.subjects} aria-labelledby={subjectsTitleId}>
              <h2 className={styles.subjectsTitle} id={subjectsTitleId}>
                {t('faq.subjects')}
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
          <div>
            {intro.length > 0 && <RichText blocks={intro} />}
            {questions.map(({ id, question, answer }, position) => (
              <Accordion
                key={id}
                id={id}
                summary={<h2 className={styles.question}>{question}</h2>}
                isOpen={id === askedFor || position === 0}
              >
                <RichText blocks={answer} />
              </Accordion>
            ))}
          </div>
          <ContactTicket isOnServicePage={false} />
        </div>
      </article>
      <ReadOn items={others} />
    </>
  );
}
