import { ProductList } from '../../features/catalogue/ProductList.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { SEARCH_SORT } from './load-search.ts';
import { SearchForm } from './SearchForm.tsx';
import styles from './SearchPage.module.css';

/** Products for a term; without hits or without a term, ways to go on. */
export function SearchPage({ data }: { data: PageDataOf<'search'> }) {
  const { t } = useShop();
  if (data.search && data.search.total > 0) {
    return (
      <div className={`wrap ${styles.page}`}>
        <h1>{t('search.results', { smart_count: data.search.total, term: data.term })}</h1>
        <ProductList search={data.search} defaultSort={SEARCH_SORT} term={data.term} />
      </div>
    );
  }
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.none}>
        <Scene name={data.term ? 'lost-gate' : 'hay-barn'} className={styles.scene} />
        <div>
          <h1>{data.term ? t('search.none', { term: data.term }) : t('search.title')}</h1>
          <p className="lead">{data.term ? t('search.noneLead') : t('search.emptyLead')}</p>
          {data.term && <Tips />}
          <SearchForm term={data.term} />
          <Categories />
        </div>
      </div>
    </div>
  );
}

function Tips() {
  const { t } = useShop();
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  return (
    <ul className={styles.tips}>
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

/** Categories of the menu: the first is the main way on. */
function Categories() {
  const items = useAppState((state) => state.scope.navigation.items);
  const { t } = useShop();
  const [first, ...others] = items;
  if (!first) return null;
  return (
    <nav aria-label={t('search.categories')} className={styles.categories}>
      <ButtonLink href={first.link.route} variant="brand">
        {first.link.title}
      </ButtonLink>
      {others.map((item) => (
        <SiteLink key={item.key} href={item.link.route} className="tap">
          {item.link.title}
        </SiteLink>
      ))}
    </nav>
  );
}
