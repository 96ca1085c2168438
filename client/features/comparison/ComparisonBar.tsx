import { useEffect, useRef, useState } from 'react';
import { MAX_COMPARED_PRODUCTS } from '../../../shared/rules/product-comparison.ts';
import { useApi } from '../../api/api-context.tsx';
import { comparison, useComparedIds } from '../../store/comparison.ts';
import type { PageState } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ComparisonBar.module.css';
import { getCompareUrl } from './compare-url.ts';
import { getRemovedFromComparisonText } from './removed-from-comparison-text.ts';
import { useCompareButtons } from './use-compare-buttons.ts';

/** Pages on which products can be chosen. The bar is hidden on other pages. */
const pageKindsWithBar: ReadonlySet<PageState['data']['kind']> = new Set([
  'home',
  'category',
  'search',
  'product',
  'article',
]);

interface ComparisonBarProps {
  /** Product that the visitor added before this component was loaded. */
  pendingProductId: number | null;
}

/**
 * Returns the titles of products and loads unknown ones. Removes discontinued products from the comparison.
 */
function useProductTitles(productIds: readonly number[]): ReadonlyMap<number, string> {
  const api = useApi();
  const [titles, setTitles] = useState<ReadonlyMap<number, string>>(new Map());
  const missing = productIds.filter((id) => !titles.has(id)).join(',');
  useEffect(() => {
    if (!api || missing === '') return;
    const controller = new AbortController();
    api
      .fetchProducts({ query: { ids: missing } }, { signal: controller.signal })
      .then((products) => {
        setTitles((known) => new Map([...known, ...products.map((p) => [p.productId, p.title] as const)]));
        for (const id of missing.split(',').map(Number)) {
          if (!products.some(({ productId }) => productId === id)) comparison.remove(id);
        }
      })
      .catch((error: unknown) => {
        const isGone = error instanceof Error && 'status' in error && error.status === 404;
        // After a failed request the list is unchanged; only the titles are missing.
        if (isGone) for (const id of missing.split(',').map(Number)) comparison.remove(id);
      });
    return () => controller.abort();
  }, [api, missing]);
  return titles;
}

/**
 * Renders the bar with the compared products and the link to the comparison table. If the comparison is full,
 * offers to replace a product.
 */
export function ComparisonBar({ pendingProductId: wish }: ComparisonBarProps) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const isOffered = useAppState((state) => pageKindsWithBar.has(state.page.data.kind));
  const ids = useComparedIds();
  const titles = useProductTitles(ids);
  const [message, setMessage] = useState('');
  const [refusedId, setRefusedId] = useState<number | null>(null);
  const offer = useRef<HTMLHeadingElement>(null);
  const origin = useRef<Element | null>(null);

  useEffect(() => {
    const add = (productId: number, from: Element | null) => {
      const outcome = comparison.add(productId);
      const count = comparison.getIds().length;
      if (outcome === 'full') {
        origin.current = from;
        setRefusedId(productId);
        return;
      }
      setRefusedId(null);
      setMessage(t('comparison.added', { count, maximum: MAX_COMPARED_PRODUCTS }));
    };
    const remove = (productId: number) => {
      comparison.remove(productId);
      setRefusedId(null);
      setMessage(getRemovedFromComparisonText(t));
    };
    if (wish !== null) add(wish, document.activeElement);
    const handleClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-compare]') : null;
      const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
      if (!link || hasModifier || event.button !== 0) return;
      event.preventDefault();
      const productId = Number(link.dataset.compare);
      if (comparison.getIds().includes(productId)) remove(productId);
      else add(productId, link);
    };
    document.addEventListener('click', handleClick, true);
    return () => document.removeEventListener('click', handleClick, true);
  }, [wish, t]);

  // The header is static HTML, which React does not update.
  useEffect(() => {
    for (const badge of document.querySelectorAll<HTMLElement>('[data-comparison-count]')) {
      badge.textContent = ids.length === 0 ? '' : String(ids.length);
      badge.hidden = ids.length === 0;
    }
  }, [ids]);

  useCompareButtons(ids);

  useEffect(() => {
    if (refusedId !== null) offer.current?.focus();
  }, [refusedId]);

  const closeOffer = () => {
    setRefusedId(null);
    if (origin.current instanceof HTMLElement) origin.current.focus();
  };
  const getTitle = (id: number) => titles.get(id) ?? '…';
  const names = ids.flatMap((id) => titles.get(id) ?? []);

  return (
    <>
      <div role="status">
        <VisuallyHidden>{message}</VisuallyHidden>
      </div>
      {ids.length > 0 && isOffered && (
        <section
          className={joinClasses('gives-way', styles.bar)}
          aria-label={t('comparison.label')}
          data-comparison-bar
        >
          {refusedId !== null && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the key is a short cut for the last button
            <div
              className={styles.offer}
              onKeyDown={(event) => {
                if (event.key === 'Escape') closeOffer();
              }}
            >
              <h2 ref={offer} tabIndex={-1}>
                {t('comparison.full', { maximum: MAX_COMPARED_PRODUCTS })}
              </h2>
              <ul className={styles.choices}>
                {ids.map((id) => (
                  <li key={id}>
                    <Button
                      variant="line"
                      onClick={() => {
                        comparison.replace(id, refusedId);
                        setMessage(t('comparison.replaced', { title: getTitle(id) }));
                        closeOffer();
                      }}
                    >
                      {t('comparison.replace', { title: getTitle(id) })}
                    </Button>
                  </li>
                ))}
                <li>
                  <Button variant="text" onClick={closeOffer}>
                    {t('comparison.keep')}
                  </Button>
                </li>
              </ul>
            </div>
          )}
          <div className={styles.row}>
            <Icon name="scales" />
            <p className={styles.text}>
              <strong>{t('comparison.count', { count: ids.length, maximum: MAX_COMPARED_PRODUCTS })}</strong>
              {names.length > 0 && <span className={styles.names}>: {names.join(', ')}</span>}
            </p>
            <button
              type="button"
              className={styles.clear}
              onClick={() => {
                comparison.set([]);
                setRefusedId(null);
                setMessage(t('comparison.cleared'));
                document.getElementById('main')?.focus({ preventScroll: true });
              }}
            >
              <Icon name="close" />
              <VisuallyHidden>{t('comparison.clear')}</VisuallyHidden>
            </button>
            <ButtonLink href={getCompareUrl(locale, ids)}>{t('comparison.open')}</ButtonLink>
          </div>
        </section>
      )}
    </>
  );
}
