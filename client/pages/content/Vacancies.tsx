import { useId } from 'react';
import type { Vacancy } from '../../../shared/contract/vacancies.ts';
import { useShop } from '../../store/shop.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './Vacancies.module.css';

/** Renders the open positions, or nothing if there are none. */
export function Vacancies({ vacancies }: { vacancies: readonly Vacancy[] }) {
  const { t } = useShop();
  const titleId = useId();
  if (vacancies.length === 0) return null;
  return (
    <section className={styles.list} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('jobs.open')}</h2>
      {vacancies.map((vacancy) => (
        <OpenVacancy key={vacancy.vacancyId} vacancy={vacancy} />
      ))}
    </section>
  );
}

function OpenVacancy({ vacancy }: { vacancy: Vacancy }) {
  const { t, formats } = useShop();
  const { key, title, place, regionCode, hoursFrom, hoursTo, openUntil, blocks } = vacancy;
  const [from, to] = [formats.number(hoursFrom), formats.number(hoursTo)];
  return (
    <Ticket>
      <article id={key} className={styles.vacancy}>
        <h3>{title}</h3>
        <p className="small soft">
          {place}, {formats.country(regionCode)} ·{' '}
          {t('jobs.hours', { hours: from === to ? from : `${from}–${to}` })}
        </p>
        <RichText blocks={blocks} />
        {openUntil !== null && (
          <p>
            <time dateTime={openUntil}>{t('jobs.openUntil', { date: formats.date(openUntil) })}</time>
          </p>
        )}
      </article>
    </Ticket>
  );
}
