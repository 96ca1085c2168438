import type { AdminTranslate } from '../texts.ts';
import { AdminLink } from './AdminLink.tsx';

/**
 * Links to the previous and the next page; nothing if there is one page only.
 *
 * @param props.path path of the list below `/admin`
 * @param props.query query parameters that the links retain
 * @param props.page from 1
 */
export function Paging({
  path,
  query,
  page,
  hasNext,
  t,
}: {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly page: number;
  readonly hasNext: boolean;
  readonly t: AdminTranslate;
}) {
  if (page === 1 && !hasNext) return null;
  const at = (number: number) => {
    const search = new URLSearchParams(
      Object.entries({ ...query, p: String(number) }).filter(([, value]) => value !== ''),
    );
    return `${path}?${search}`;
  };
  return (
    <p className="paging">
      {page > 1 && <AdminLink path={at(page - 1)}>{t('admin.previous')}</AdminLink>}{' '}
      {hasNext && <AdminLink path={at(page + 1)}>{t('admin.next')}</AdminLink>}
    </p>
  );
}
