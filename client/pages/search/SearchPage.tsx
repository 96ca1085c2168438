import type { ReactNode } from 'react';
import type { FoundPage } from '../../../shared/contract/products.ts';
import { defaultListSorts } from '../../features/catalogue/default-sorts.ts';
import { LazyFilterChips } from '../../features/catalogue/lazy-filter-chips.ts';
import { ProductList } from '../../features/catalogue/ProductList.tsx';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { SearchForm } from './SearchForm.tsx';
import styles from './SearchPage.module.css';

/** Renders products and pages for a search term. Without results or without a term it renders next links. */
export function SearchPage({ data }: { data: PageDataOf<'search'> }) {
  const { t } = useShop();
  const { term, search } = data;
  const pathname = useAppState(({ page }) => page.virtualPath.split('?')[0] ?? '/');
  if (search && search.total > 0) {
    const corrected = search.correctedTerm;
    return (
      <div className={`wrap ${styles.page}`}>
        <h1>{t('search.results', { smart_count: search.total, term: corrected ?? term })}</h1>
        {corrected !== null && <p className="lead">{t('search.corrected', { term })}</p>}
        {search.leftOutWords.length > 0 && (
          <p className="lead">{t('search.leftOut', { words: search.leftOutWords.join(', ') })}</p>
        )}
        {search.paging.page === 1 && <FoundPages pages={search.pages} />}
        <ProductList search={search} state={data} defaultSort={defaultListSorts.search} term={term} />
      </div>
    );
  }
  if (search && search.pages.length > 0 && !data.filters?.length) {
    return (
      <div className={`wrap ${styles.page}`}>
        <h1>
          {t('search.pagesFound', { smart_count: search.pages.length, term: search.correctedTerm ?? term })}
        </h1>
        <ul className={styles.found}>
          {search.pages.map(({ title, url, summary }) => (
            <li key={url}>
              <SiteLink href={url} className={styles.foundTitle}>
                {title}
              </SiteLink>
              {summary && <p>{summary}</p>}
            </li>
          ))}
        </ul>
        <SearchForm term={term} />
        <CategoryLinks />
      </div>
    );
  }
  const isFiltered = search !== null && data.filters !== undefined && data.filters.length > 0;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.none}>
        <Scene name={term ? 'lost-gate' : 'hay-barn'} className={styles.scene} />
        <div>
          <h1>{term ? t('search.none', { term }) : t('search.title')}</h1>
          <p className="lead">{term ? t('search.noneLead') : t('search.emptyLead')}</p>
          {term && (
            <SearchTips>
              {isFiltered && (
                <li>
                  {t('search.tipRemoveFilter')}
                  <LazyFilterChips
                    place={{
                      pathname,
                      list: { ...search.paging, filters: data.filters ?? [] },
                      defaultSort: defaultListSorts.search,
                      term,
                    }}
                    facets={search.facets}
                  />
                </li>
              )}
            </SearchTips>
          )}
          <SearchForm term={term} />
          <CategoryLinks />
        </div>
      </div>
    </div>
  );
}

/** Renders the pages that match the term, in addition to the products. */
function FoundPages({ pages }: { pages: readonly FoundPage[] }) {
  const { t } = useShop();
  if (pages.length === 0) return null;
  return (
    <nav aria-label={t('search.pages')} className={styles.pages}>
      <span aria-hidden="true" className={styles.pagesTitle}>
        {t('search.pages')}
      </span>
      {pages.map(({ title, url }) => (
        <SiteLink key={url} href={url} className="tap">
          {title}
        </SiteLink>
      ))}
    </nav>
  );
}

function SearchTips({ children }: { children: ReactNode }) {
  const { t } = useShop();
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  return (
    <ul className={styles.tips}>
      {children}
      <li>{t('search.tipSpelling')}</li>
      <li>{t('search.tipOneWord')}</li>
      <li>
        {t('search.tipAsk')}{' '}
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={styles.phone}>
          {phone}
        </a>
      </li>
    </ul>
  );
}
