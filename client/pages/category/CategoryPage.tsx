import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import { getCategoryScene } from '../../features/catalogue/category-scene.ts';
import { defaultListSorts } from '../../features/catalogue/default-sorts.ts';
import { getParentBreadcrumbs } from '../../features/catalogue/get-parent-breadcrumbs.ts';
import { ProductList } from '../../features/catalogue/ProductList.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './CategoryPage.module.css';

/** Renders a category or a landing page: description, subcategories and a paginated product list. */
export function CategoryPage({ data }: { data: PageDataOf<'category'> }) {
  const { t } = useShop();
  const { category, landingPage } = data.search;
  const place = category ?? landingPage;
  if (!place) return null;
  const parts = category?.children ?? [];
  return (
    <>
      <div className="wrap">
        <Breadcrumbs
          label={t('breadcrumbs.label')}
          items={getParentBreadcrumbs(place.breadcrumbs, place.url, t('common.home'))}
          current={place.title}
        />
      </div>
      <header className={styles.intro}>
        <div className={styles.words}>
          <h1>{place.title}</h1>
          <p>{place.intro}</p>
        </div>
        <Scene name={getCategoryScene(place.key)} eager className={styles.scene} />
      </header>
      <div className={`wrap ${styles.body}`}>
        {parts.length > 0 && (
          <nav aria-label={t('category.parts', { category: place.title })}>
            <ul className={styles.parts}>
              {parts.map((child) => (
                <li key={child.categoryId}>
                  <SiteLink href={child.url} className={styles.part}>
                    {child.title} <span className={styles.count}>{child.productCount}</span>
                  </SiteLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {data.search.total === 0 && data.filters && data.filters.length > 0 && <NoFilterResults />}
        <ProductList
          search={data.search}
          state={data}
          defaultSort={data.defaultSort ?? defaultListSorts.category}
        />
      </div>
    </>
  );
}

/** Renders the help text for filters without results. */
function NoFilterResults() {
  const { t } = useShop();
  const phone = useAppState((state) => state.scope.site.customerServicePhone);
  return (
    <div>
      <h2>{t('list.none')}</h2>
      <p>
        {t('list.noneLead')} <a href={getPhoneUrl(phone)}>{phone}</a>
      </p>
    </div>
  );
}
