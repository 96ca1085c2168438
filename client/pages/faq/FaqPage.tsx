import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Block } from '../../../shared/contract/content.ts';
import { MAX_SEARCH_TERM_LENGTH } from '../../../shared/rules/search-term-length.ts';
import { type Question, splitIntoQuestions } from '../../../shared/rules/split-into-questions.ts';
import { RelatedContent } from '../../features/articles/RelatedContent.tsx';
import { ContactDetails } from '../../features/customer-service/ContactDetails.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { hasLongWord } from '../../ui/long-word.ts';
import { RichText } from '../../ui/RichText.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './FaqPage.module.css';
import { findQuestions } from './find-questions.ts';

/**
 * Renders questions and answers: a search, other topics, the expandable questions (each with an anchor) and
 * the contact details.
 */
export function FaqPage({ data: { content, others, term: submittedTerm } }: { data: PageDataOf<'faq'> }) {
  const { t } = useShop();
  const subjectsTitleId = useId();
  const { hash } = useLocation();
  // The server does not know the hash, so the first render opens the first question in the browser, too.
  const [openId, setOpenId] = useState('');
  useEffect(() => setOpenId(hash.slice(1)), [hash]);
  const [term, setTerm] = useState(submittedTerm);
  const { intro, questions } = splitIntoQuestions(content.blocks);
  const subjects = content.relatedContent.filter(({ kind }) => kind === 'faq');
  const relatedContent = content.relatedContent.filter(({ kind }) => kind !== 'faq');
  const isSearching = term.trim() !== '';
  const found = findQuestions(questions, term);
  const foundElsewhere = isSearching
    ? others
        .map(({ faqId, title, url, items }) => ({
          faqId,
          title,
          url,
          questions: findQuestions(
            items.map(({ anchor, question, answer }) => ({ id: anchor, question, answer })),
            term,
          ),
        }))
        .filter((other) => other.questions.length > 0)
    : [];
  const count = found.length + foundElsewhere.reduce((sum, other) => sum + other.questions.length, 0);

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
        <QuestionSearch key={submittedTerm} url={content.url} asked={submittedTerm} onChange={setTerm} />
        <p className={styles.count} role="status">
          {isSearching && t('faq.found', { smart_count: count })}
        </p>
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
            {intro.length > 0 && !isSearching && <RichText blocks={intro} />}
            {found.map((question, position) => (
              <QuestionBlock
                key={question.id}
                question={question}
                id={question.id}
                isOpen={question.id === openId || position === 0}
              />
            ))}
            {foundElsewhere.map(({ faqId, title, url, questions: elsewhere }) => (
              <section key={faqId} className={styles.elsewhere}>
                <h2 className={styles.subjectsTitle}>
                  <SiteLink href={url}>{title}</SiteLink>
                </h2>
                {elsewhere.map((question) => (
                  <QuestionBlock key={question.id} question={question} level={3} />
                ))}
              </section>
            ))}
            {isSearching && count === 0 && <NothingFound />}
          </div>
          <ContactDetails isOnServicePage={false} />
        </div>
      </article>
      <RelatedContent items={relatedContent} />
    </>
  );
}

const readSearchTerm = (form: HTMLFormElement): string => String(new FormData(form).get('q') ?? '');

/** Renders a plain GET form. With script the questions are filtered while typing. */
function QuestionSearch({
  url,
  asked,
  onChange,
}: {
  url: string;
  asked: string;
  onChange: (term: string) => void;
}) {
  const { t } = useShop();
  const form = useRef<HTMLFormElement>(null);

  // The text may have been typed before hydration.
  useEffect(() => {
    if (form.current) onChange(readSearchTerm(form.current));
  }, [onChange]);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onChange(readSearchTerm(event.currentTarget));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 and before know no <search>
    <form
      ref={form}
      className={styles.search}
      role="search"
      aria-label={t('faq.search')}
      method="get"
      action={url}
      onSubmit={handleSubmit}
    >
      <Field label={t('faq.search')}>
        {(control) => (
          <Input
            control={control}
            name="q"
            type="search"
            defaultValue={asked}
            onChange={(event) => onChange(event.currentTarget.value)}
            maxLength={MAX_SEARCH_TERM_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      <Button type="submit" icon="search">
        {t('faq.searchSubmit')}
      </Button>
    </form>
  );
}

function QuestionBlock({
  question: { question, answer },
  id,
  isOpen = false,
  level = 2,
}: {
  question: Question<Block>;
  id?: string;
  isOpen?: boolean;
  level?: 2 | 3;
}) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <Accordion
      {...(id !== undefined && { id })}
      summary={<Title className={styles.question}>{question}</Title>}
      isOpen={isOpen}
    >
      <RichText blocks={answer} />
    </Accordion>
  );
}

/** Renders the contact details if no question matches. */
function NothingFound() {
  const { t } = useShop();
  const service = useAppState((state) => state.scope.site.customerServiceLink);
  return (
    <>
      <p>{t('faq.none')}</p>
      {service && (
        <p>
          <SiteLink href={service.route} className="tap">
            {service.title}
          </SiteLink>
        </p>
      )}
    </>
  );
}
