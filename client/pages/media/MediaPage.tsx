import { getPageCount, getPageNumbers } from '../../../shared/rules/list-query.ts';
import { MEDIA_FEED_PATH } from '../../../shared/rules/path-constants.ts';
import { ArticleList } from '../../features/articles/ArticleList.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './MediaPage.module.css';
import { getMediaUrl, type MediaKind } from './media-url.ts';

type MediaProps = { data: PageDataOf<'media'> };

/** Renders a page of the list of news and stories, newest first, of all types or one type. */
export function MediaPage({ data }: MediaProps) {
  const { t } = useShop();
  const { items, list, kinds } = data;
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[
          { title: t('common.home'), url: '/' },
          ...(list.kind === null ? [] : [{ title: t('media.title'), url: getMediaUrl({}) }]),
        ]}
        current={list.kind === null ? t('media.title') : t(`media.kind.${list.kind}`)}
      />
      <div className={styles.head}>
        <h1>
          {list.kind === null
            ? t('media.title')
            : t('media.titleOfKind', { kind: t(`media.kind.${list.kind}`) })}
        </h1>
        {kinds.length > 1 && <KindLinks kinds={kinds} chosen={list.kind} />}
      </div>
      {items.length === 0 ? (
        <p className={styles.empty}>{t('media.empty')}</p>
      ) : (
        <ArticleList articles={items} />
      )}
      <MediaPagination data={data} />
      <p className={styles.feed}>
        <a className="tap small" href={MEDIA_FEED_PATH} type="application/atom+xml">
          {t('media.feed')}
        </a>
      </p>
    </div>
  );
}

/** Renders the choice between all types and one type. */
function KindLinks({ kinds, chosen }: { kinds: readonly MediaKind[]; chosen: MediaKind | null }) {
  const { t } = useShop();
  return (
    <nav aria-label={t('media.kinds')}>
      <ul className={styles.kinds}>
        {[null, ...kinds].map((kind) => (
          <li key={kind ?? 'all'}>
            <SiteLink href={getMediaUrl({ kind })} className={styles.kind} isCurrent={kind === chosen}>
              {t(`media.kind.${kind ?? 'all'}`)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Renders the progress in the list and links to its other pages. Renders nothing if all items are on this
 * page.
 */
function MediaPagination({ data: { list, total } }: MediaProps) {
  const { t, formats } = useShop();
  const { page, pageSize } = list;
  const pageCount = getPageCount(total, pageSize);
  if (pageCount === 1) return null;
  const seen = Math.min(page * pageSize, total);
  const left = Math.min(pageSize, total - seen);
  return (
    <nav className={styles.pager} aria-label={t('list.pages')}>
      <p>{t('list.seen', { seen: formats.number(seen), total: formats.number(total) })}</p>
      {left > 0 && (
        <ButtonLink href={getMediaUrl({ ...list, page: page + 1 })} variant="line" size="large">
          {t('list.showMore', { count: formats.number(left) })}
        </ButtonLink>
      )}
      <ul className={styles.pages}>
        {getPageNumbers(page, pageCount).map((number, index, all) => (
          <li key={number ?? `after-${all[index - 1]}`}>
            {number === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <SiteLink href={getMediaUrl({ ...list, page: number })} isCurrent={number === page}>
                <VisuallyHidden>{`${t('list.page')} `}</VisuallyHidden>
                {number}
              </SiteLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
