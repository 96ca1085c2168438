import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAXIMUM_COMPARED } from '../../../shared/rules/comparison.ts';
import { AddOne } from '../../features/catalogue/AddToCart.tsx';
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
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { waitsForProgram } from '../../ui/waits-for-program.ts';
import styles from './ComparePage.module.css';
import { createCompareRows } from './compare-rows.ts';

const pictureSizes = '(min-width: 48em) 17vw, 44vw';

/** The list of this browser; it has no part in what the server renders. */
const fetchComparison = () => import('../../store/comparison.ts');
const fetchRemovedText = () => import('../../features/comparison/removed-text.ts');

/**
 * Up to four products side by side. The address says which, so it can be shared; without ids it shows what this browser
 * has in its list.
 */
export function ComparePage({ data }: { data: PageDataOf<'compare'> }) {
  const { products, missingCount } = data;
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const navigate = useNavigate();
  const ids = products.map(({ productId }) => productId);
  const shown = ids.join(',');
  const main = useRef<HTMLDivElement>(null);
  /** Which column was removed and has not left the page yet. */
  const removed = useRef<number>(null);
  const [message, setMessage] = useState('');

  /** Leaves the place and says what happened; without script a link to the rest. */
  function handleRemove(event: MouseEvent<HTMLAnchorElement>, index: number): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(event.currentTarget.href);
    const id = ids[index];
    removed.current = index;
    Promise.all([fetchComparison(), fetchRemovedText()])
      .then(([{ comparison }, { getRemovedText }]) => {
        if (id !== undefined) comparison.remove(id);
        setMessage(getRemovedText(t));
      })
      // The address alone decides what is shown; only the list of this browser is not told.
      .catch(() => undefined)
      .finally(() => navigate(pathname + search, { preventScrollReset: true }));
  }

  // Reading goes on at the column that has taken the place of the one that left, at the end with the heading.
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
    let isLeft = false;
    fetchComparison()
      .then(({ comparison }) => {
        if (isLeft) return;
        const stored = comparison.getIds();
        // Where ids were asked for that are not sold here, those of this browser may be the same ones.
        if (shown === '' && missingCount === 0 && stored.length > 0) {
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
        <NothingYet missingCount={missingCount} />
      ) : (
        <Comparison data={data} onRemove={handleRemove} />
      )}
    </div>
  );
}

/** How it works, for somebody who has chosen nothing yet. */
function NothingYet({ missingCount }: { missingCount: number }) {
  const { t } = useShop();
  const first = useAppState((state) => state.scope.navigation.items[0]?.link);
  return (
    <div className={styles.none}>
      <Scene name="lost-gate" className={styles.scene} />
      <div>
        <h1>{t('compare.title')}</h1>
        {missingCount > 0 && <Notice>{t('compare.missing', { smart_count: missingCount })}</Notice>}
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

interface ComparisonProps {
  data: PageDataOf<'compare'>;
  /** A product is to leave, by its place in the row. */
  onRemove: (event: MouseEvent<HTMLAnchorElement>, index: number) => void;
}

/** A class per number of columns beyond one: a telephone shares its width between the products. */
const columnClasses = [undefined, styles.two, styles.three, styles.four];

function Comparison({ data: { products, missingCount }, onRemove }: ComparisonProps) {
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
            <input type="checkbox" name="differences" defaultChecked />
            {t('compare.onlyDifferences')}
          </label>
        )}
      </div>
      {missingCount > 0 && <Notice>{t('compare.missing', { smart_count: missingCount })}</Notice>}
      {products.length === 1 && <p>{t('compare.onlyOne')}</p>}
      <section aria-label={t('comparison.label')}>
        <table className={joinClasses(styles.table, columnClasses[products.length - 1])}>
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
                      {...waitsForProgram}
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
                    <AddOne pack={product} title={product.title} />
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
      <p className={styles.note}>{t('compare.note', { maximum: MAXIMUM_COMPARED })}</p>
    </>
  );
}
