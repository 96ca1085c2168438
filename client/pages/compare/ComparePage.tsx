import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_COMPARED_PRODUCTS } from '../../../shared/rules/product-comparison.ts';
import { AddOneToCart } from '../../features/catalogue/AddToCart.tsx';
import { PriceBlock } from '../../features/catalogue/PriceBlock.tsx';
import { StockLine } from '../../features/catalogue/StockLine.tsx';
import { getCompareUrl } from '../../features/comparison/compare-url.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { pendingHydrationProps } from '../../ui/pending-hydration-props.ts';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ComparePage.module.css';
import { createCompareRows } from './compare-rows.ts';

const pictureSizes = '(min-width: 48em) 17vw, 44vw';

/** Loads the comparison list of this browser, which is not part of the server rendering. */
const importComparison = () => import('../../store/comparison.ts');
const importRemovedText = () => import('../../features/comparison/removed-from-comparison-text.ts');

/**
 * Renders up to four products side by side. The URL contains their ids, so it can be shared. Without ids it
 * shows the comparison list of this browser.
 */
export function ComparePage({ data }: { data: PageDataOf<'compare'> }) {
  const { products, missingCount } = data;
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const navigate = useNavigate();
  const ids = products.map(({ productId }) => productId);
  const shown = ids.join(',');
  const main = useRef<HTMLDivElement>(null);
  /** Index of the removed column until the page is updated. */
  const removed = useRef<number>(null);
  const [message, setMessage] = useState('');

  /** Removes a column and announces it. Without script it is a link to the remaining products. */
  function handleRemove(event: MouseEvent<HTMLAnchorElement>, index: number): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(event.currentTarget.href);
    const id = ids[index];
    removed.current = index;
    Promise.all([importComparison(), importRemovedText()])
      .then(([{ comparison }, { getRemovedFromComparisonText }]) => {
        if (id !== undefined) comparison.remove(id);
        setMessage(getRemovedFromComparisonText(t));
      })
      // The URL alone determines the page; only the list of this browser is not updated.
      .catch(() => undefined)
      .finally(() => navigate(pathname + search, { preventScrollReset: true }));
  }

  // Moves the focus to the column that replaces the removed one, or to the heading after the last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown says that the column has left
  useEffect(() => {
    if (removed.current === null) return;
    const columns = main.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = columns[Math.min(removed.current, columns.length - 1)] ?? main.current?.querySelector('h1');
    removed.current = null;
    if (next instanceof HTMLHeadingElement) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  }, [shown]);

  useEffect(() => {
    let isUnmounted = false;
    importComparison()
      .then(({ comparison }) => {
        if (isUnmounted) return;
        const stored = comparison.getIds();
        // If the requested ids are not sold here, the list of this browser may contain the same ids.
        if (shown === '' && missingCount === 0 && stored.length > 0) {
          void navigate(getCompareUrl(locale, stored), { replace: true });
        } else if (shown !== '' && stored.length === 0) {
          // Stores the products of a shared URL, or of a visit without script, so that the visitor can
          // continue with them.
          comparison.set(shown.split(',').map(Number));
        }
      })
      // The page is complete without the list.
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [shown, missingCount, locale, navigate]);

  return (
    <div ref={main} className={`wrap ${styles.page}`}>
      <div role="status">
        <VisuallyHidden>{message}</VisuallyHidden>
      </div>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[{ title: t('common.home'), url: '/' }]}
        current={t('compare.title')}
      />
      {products.length === 0 ? (
        <EmptyComparison missingCount={missingCount} />
      ) : (
        <ComparisonTable data={data} onRemove={handleRemove} />
      )}
    </div>
  );
}

/** Renders the instructions for an empty comparison. */
function EmptyComparison({ missingCount }: { missingCount: number }) {
  const { t } = useShop();
  const first = useAppState((state) => state.scope.navigation.items[0]?.link);
  return (
    <div className={styles.none}>
      <Scene name="lost-gate" className={styles.scene} />
      <div>
        <h1>{t('compare.title')}</h1>
        {missingCount > 0 && <Notice>{t('compare.missing', { smart_count: missingCount })}</Notice>}
        <p className="lead">{t('compare.empty', { maximum: MAX_COMPARED_PRODUCTS })}</p>
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

interface ComparisonProps {
  data: PageDataOf<'compare'>;
  /** Called when a product is to be removed, with its index in the row. */
  onRemove: (event: MouseEvent<HTMLAnchorElement>, index: number) => void;
}

/** Class per number of columns, from one. A phone divides its width between the products. */
const columnCountClasses = [undefined, styles.two, styles.three, styles.four];

function ComparisonTable({ data: { products, missingCount }, onRemove }: ComparisonProps) {
  const shop = useShop();
  const { t } = shop;
  const locale = useAppState((state) => state.scope.language.code);
  const first = useAppState((state) => state.scope.navigation.items[0]?.link);
  const ids = products.map(({ productId }) => productId);
  const rows = createCompareRows(products, shop);
  const hasSlot = products.length < MAX_COMPARED_PRODUCTS && first !== undefined;
  return (
    <>
      <div className={styles.top}>
        <h1>{t('compare.title')}</h1>
        {products.length > 1 && (
          <label className={styles.switch}>
            <input type="checkbox" name="differences" defaultChecked />
            {t('compare.onlyDifferences')}
          </label>
        )}
      </div>
      {missingCount > 0 && <Notice>{t('compare.missing', { smart_count: missingCount })}</Notice>}
      {products.length === 1 && <p>{t('compare.onlyOne')}</p>}
      <section aria-label={t('comparison.label')}>
        <table className={joinClasses(styles.table, columnCountClasses[products.length - 1])}>
          <caption>
            <VisuallyHidden>{t('compare.caption', { smart_count: products.length })}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <td className={styles.corner} />
              {products.map((product, index) => (
                <td key={product.productId}>
                  <div className={styles.picture}>
                    <Arch colourWay={product.colourWay}>
                      <ProductPicture picture={product.picture} sizes={pictureSizes} priority alt="" />
                    </Arch>
                    <a
                      {...pendingHydrationProps}
                      href={getCompareUrl(
                        locale,
                        ids.filter((id) => id !== product.productId),
                      )}
                      data-remove=""
                      className={styles.remove}
                      onClick={(event) => onRemove(event, index)}
                    >
                      <Icon name="close" />
                      <VisuallyHidden>{t('compare.remove', { title: product.title })}</VisuallyHidden>
                    </a>
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
              {hasSlot && <td className={styles.free} />}
            </tr>
            <tr>
              <td className={styles.corner} />
              {products.map((product) => (
                <td key={product.productId}>
                  <div className={styles.offer}>
                    <PriceBlock pack={product} />
                    <StockLine stock={product.stock} />
                    <AddOneToCart pack={product} title={product.title} />
                  </div>
                </td>
              ))}
              {hasSlot && <td className={styles.free} />}
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
                {hasSlot && <td className={styles.free} />}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hasSlot && (
        <p className={styles.add}>
          <ButtonLink href={first.route} variant="line" icon="plus">
            {t('compare.addAnother')}
          </ButtonLink>
        </p>
      )}
      <p className={styles.note}>{t('compare.note', { maximum: MAX_COMPARED_PRODUCTS })}</p>
    </>
  );
}
