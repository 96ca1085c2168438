import {
  createListQuery,
  getPageCount,
  getPageNumbers,
  type ListQuery,
  type ListSort,
} from '../../../shared/rules/list-query.ts';
import { useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Pager.module.css';

/** Which list a control belongs to, and where it stands now. */
export interface ListPlace {
  /** Path of the list, without query. */
  readonly pathname: string;
  readonly list: ListQuery;
  readonly defaultSort: ListSort['sort'];
  /** What was searched for; missing on lists that are no answer to a term. */
  readonly term?: string | undefined;
}

/** Address of another view of the same list, in its one form. */
export function getListUrl(place: ListPlace, change: Partial<ListQuery>): string {
  const { defaultSort, term } = place;
  return (
    place.pathname +
    createListQuery({ ...place.list, ...change }, { defaultSort, ...(term === undefined ? {} : { term }) })
  );
}

/** How much of a list has been seen, and links to its other pages. Plain links, so it needs no script. */
export function Pager({ place, total }: { place: ListPlace; total: number }) {
  const { t, formats } = useShop();
  const { page, pageSize } = place.list;
  const pageCount = getPageCount(total, pageSize);
  if (pageCount === 1) return null;
  const seen = Math.min(page * pageSize, total);
  // A gap is named by the page before it, so that every entry has a key of its own.
  const entries = getPageNumbers(page, pageCount).map((number, index, all) => ({
    number,
    key: number ?? `after-${all[index - 1]}`,
  }));
  return (
    <nav className={styles.pager} aria-label={t('list.pages')}>
      <p>{t('list.seen', { seen: formats.number(seen), total: formats.number(total) })}</p>
      <svg className={styles.meter} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * seen) / total} height="1" />
      </svg>
      <ul className={styles.pages}>
        {page > 1 && (
          <li>
            <SiteLink href={getListUrl(place, { page: page - 1 })}>
              <Icon name="arrowLeft" />
              <VisuallyHidden>{t('list.previousPage')}</VisuallyHidden>
            </SiteLink>
          </li>
        )}
        {entries.map(({ number, key }) => (
          <li key={key}>
            {number === null ? (
              <span className={styles.gap} aria-hidden="true">
                …
              </span>
            ) : (
              <SiteLink href={getListUrl(place, { page: number })} isCurrent={number === page}>
                <VisuallyHidden>{`${t('list.page')} `}</VisuallyHidden>
                {number}
              </SiteLink>
            )}
          </li>
        ))}
        {page < pageCount && (
          <li>
            <SiteLink href={getListUrl(place, { page: page + 1 })}>
              <Icon name="arrowRight" />
              <VisuallyHidden>{t('list.nextPage')}</VisuallyHidden>
            </SiteLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
