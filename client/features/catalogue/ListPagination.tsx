import { getPageCount, getPageNumbers } from '../../../shared/rules/list-query.ts';
import { useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ListPagination.module.css';
import { getListUrl, type ListControlsProps } from './list-context.ts';
import { AppendNextPage } from './MorePages.tsx';

/**
 * Renders the progress in a list, a button for more products, and links to the other pages. These are plain
 * links, so no script is needed.
 */
export function ListPagination(props: ListControlsProps) {
  const { t, formats } = useShop();
  const { place } = props;
  const { total } = props.search;
  const { page, pageSize } = place.list;
  const pageCount = getPageCount(total, pageSize);
  if (pageCount === 1) return null;
  const seen = Math.min(page * pageSize, total);
  // A gap takes its key from the page before it, so that keys are unique.
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
      <AppendNextPage {...props} />
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
