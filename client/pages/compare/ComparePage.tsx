import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { MAXIMUM_COMPARED } from '../../../shared/rules/comparison.ts';
import { PriceBlock } from '../../features/catalogue/PriceBlock.tsx';
import { StockLine } from '../../features/catalogue/StockLine.tsx';
import { getCompareUrl } from '../../features/comparison/compare-url.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ComparePage.module.css';
import { createCompareRows } from './compare-rows.ts';

const pictureSizes = '(min-width: 768px) 17vw, 32vw';

/** The list of this browser; it has no part in what the server renders. */
const fetchComparison = () => import('../../features/comparison/comparison.ts');

/**
 * Up to four products side by side. The address says which, so it can be shared; without ids it shows what this browser
 * has in its list.
 */
export function ComparePage({ data }: { data: PageDataOf<'compare'> }) {
  const { products } = data;
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const navigate = useNavigate();
  const ids = products.map(({ productId }) => productId);
  const shown = ids.join(',');

  useEffect(() => {
    let isLeft = false;
    fetchComparison()
      .then(({ comparison }) => {
        if (isLeft) return;
        const stored = comparison.getIds();
        if (shown === '' && stored.length > 0) {
          void navigate(getCompareUrl(locale, stored), { replace: true });
        } else if (shown !== '' && stored.length === 0) {
          // Somebody who begins here, without script until now or by a shared address, goes on from here.
          comparison.set(shown.split(',').map(Number));
        }
      })
      // The page is complete without the list.
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [shown, locale, navigate]);

  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[{ title: t('common.home'), url: '/' }]}
        current={t('compare.title')}
      />
      {products.length === 0 ? <NothingYet /> : <Comparison data={data} />}
    </div>
  );
}

/** How it works, for somebody who has chosen nothing yet. */
function NothingYet() {
  const { t } = useShop();
  const first = useAppState((state) => state.scope.navigation.items[0]?.link);
  return (
    <div className={styles.none}>
      <Scene name="lost-gate" className={styles.scene} />
      <div>
        <h1>{t('compare.title')}</h1>
        <p className="lead">{t('compare.empty', { maximum: MAXIMUM_COMPARED })}</p>
        {first && (
          <p className={styles.way}>
            <ButtonLink href={first.route} variant="brand">
              {first.title}
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  );
}

function Comparison({ data: { products, missingCount } }: { data: PageDataOf<'compare'> }) {
  const shop = useShop();
  const { t } = shop;
  const locale = useAppState((state) => state.scope.language.code);
  const first = useAppState((state) => state.scope.navigation.items[0]?.link);
  const ids = products.map(({ productId }) => productId);
  const rows = createCompareRows(products, shop);
  const hasSlot = products.length < MAXIMUM_COMPARED && first !== undefined;
  return (
    <>
      <div className={styles.top}>
        <h1>{t('compare.title')}</h1>
        {products.length > 1 && (
          <label className={styles.switch}>
            <input type="checkbox" name="differences" />
            {t('compare.onlyDifferences')}
          </label>
        )}
      </div>
      {missingCount > 0 && <Notice>{t('compare.missing', { smart_count: missingCount })}</Notice>}
      {products.length === 1 && <p>{t('compare.onlyOne')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled sideways must be reachable by keyboard */}
      <section className={styles.scroller} aria-label={t('comparison.label')} tabIndex={0}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{t('compare.caption', { smart_count: products.length })}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <td className={styles.corner} />
              {products.map((product) => (
                <td key={product.productId}>
                  <div className={styles.picture}>
                    <Arch colourWay={product.colourWay}>
                      <ProductPicture picture={product.picture} sizes={pictureSizes} priority alt="" />
                    </Arch>
                    <SiteLink
                      href={getCompareUrl(
                        locale,
                        ids.filter((id) => id !== product.productId),
                      )}
                      className={styles.remove}
                      onClick={() => {
                        // The list follows; the address alone decides what is shown.
                        void fetchComparison().then(
                          ({ comparison }) => comparison.remove(product.productId),
                          () => undefined,
                        );
                      }}
                    >
                      <Icon name="close" />
                      <VisuallyHidden>{t('compare.remove', { title: product.title })}</VisuallyHidden>
                    </SiteLink>
                  </div>
                </td>
              ))}
              {hasSlot && (
                <td className={styles.slot}>
                  <SiteLink href={first.route}>
                    <Icon name="plus" />
                    {t('compare.addAnother')}
                  </SiteLink>
                </td>
              )}
            </tr>
            <tr className={styles.names}>
              <td className={styles.corner} />
              {products.map((product) => (
                <th key={product.productId} scope="col">
                  <SiteLink href={product.url} className={styles.name}>
                    {product.title}
                  </SiteLink>
                </th>
              ))}
              {hasSlot && <td />}
            </tr>
            <tr>
              <td className={styles.corner} />
              {products.map((product) => (
                <td key={product.productId}>
                  <div className={styles.offer}>
                    <PriceBlock pack={product} />
                    <StockLine stock={product.stock} />
                  </div>
                </td>
              ))}
              {hasSlot && <td />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className={row.isSame ? styles.same : undefined}>
                <th scope="row">{row.name}</th>
                {row.cells.map((cell, index) => (
                  <td key={products[index]?.productId}>
                    {row.lowest.includes(index) ? (
                      <mark>
                        {cell}
                        <VisuallyHidden> {t('compare.lowest')}</VisuallyHidden>
                      </mark>
                    ) : (
                      (cell ?? '–')
                    )}
                  </td>
                ))}
                {hasSlot && <td />}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{t('compare.note', { maximum: MAXIMUM_COMPARED })}</p>
    </>
  );
}
