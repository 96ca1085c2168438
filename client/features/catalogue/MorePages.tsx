import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { createSearchRequest } from '../../../shared/api/create-search-request.ts';
import { useApi } from '../../api/api-context.tsx';
import type { AppState } from '../../store/app-store.ts';
import { type ProductListData, toProductList } from '../../store/listed-product.ts';
import { useAppStore, useShop } from '../../store/shop.tsx';
import { showPage } from '../../store/show-page.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { getListUrl, type ListControlsProps } from './list-context.ts';

type ListEnd = 'before' | 'after';

/**
 * Adds a page to the visible list. Products that moved between the two pages since the first request appear
 * once.
 */
function joinListPages(shown: ProductListData, more: ProductListData, side: ListEnd): ProductListData {
  const known = new Set(shown.items.map(({ productId }) => productId));
  const added = more.items.filter(({ productId }) => !known.has(productId));
  return side === 'after'
    ? { ...more, items: [...shown.items, ...added] }
    : { ...shown, items: [...added, ...shown.items] };
}

/**
 * Adds another page of the list below or above the visible products. Then the URL is that of the last visible
 * page, so a reload returns to the same position.
 *
 * @returns click handler of a link, and whether it is loading
 */
function useLoadMore({ place, search, firstPage }: ListControlsProps, side: ListEnd) {
  const store = useAppStore();
  const api = useApi();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const asked = useRef<AbortController>(null);
  const page = side === 'after' ? search.paging.page + 1 : firstPage - 1;
  useEffect(() => () => asked.current?.abort(), []);

  async function extend(href: string): Promise<void> {
    const { page: pageState } = store.getState();
    const { data } = pageState;
    if (!api || (data.kind !== 'category' && data.kind !== 'search') || !data.search || !data.scope) {
      void navigate(href);
      return;
    }
    const { search: shown, scope } = data;
    asked.current?.abort();
    const controller = new AbortController();
    asked.current = controller;
    setIsBusy(true);
    try {
      const body = createSearchRequest({ ...place.list, page }, scope);
      const more = toProductList(await api.searchProducts({ body }, { signal: controller.signal }));
      if (controller.signal.aborted || store.getState().page !== pageState) return;
      const url = side === 'after' ? getListUrl(place, { page }) : pageState.virtualPath;
      const joined = {
        ...data,
        search: joinListPages(shown, more, side),
        firstPage: side === 'after' ? firstPage : page,
      } as AppState['page']['data'];
      flushSync(() => showPage(store, { page: { ...pageState, virtualPath: url, data: joined } }));
      if (side === 'after') void navigate(url, { replace: true, preventScrollReset: true });
      // The focus moves to the first of the new cards.
      focusCard(side === 'after' ? shown.items.length : 0);
    } catch {
      // If loading fails, the browser navigates to the plain page, which succeeds or shows the error.
      if (!controller.signal.aborted) void navigate(href);
    } finally {
      if (asked.current === controller) setIsBusy(false);
    }
  }

  function handleClick(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isBusy) void extend(event.currentTarget.getAttribute('href') ?? '');
  }
  return { handleClick, isBusy };
}

/**
 * Moves the focus to the link of a card.
 *
 * @param index position of the card on the page
 */
function focusCard(index: number): void {
  document
    .querySelectorAll<HTMLElement>('#main article :is(h2, h3) a')
    [index]?.focus({ preventScroll: true });
}

/** Renders the control that adds the next page below. Without script it is a link to that page. */
export function AppendNextPage(props: ListControlsProps) {
  const { t, formats } = useShop();
  const { search, place } = props;
  const { page, pageSize } = search.paging;
  const { handleClick, isBusy } = useLoadMore(props, 'after');
  const left = Math.min(pageSize, search.total - page * pageSize);
  if (left <= 0) return null;
  return (
    <ButtonLink
      href={getListUrl(place, { page: page + 1 })}
      variant="line"
      size="large"
      onClick={handleClick}
      busy={isBusy}
    >
      {t('list.showMore', { count: formats.number(left) })}
    </ButtonLink>
  );
}

/** Renders the control that adds the previous page above and moves the focus to its first card. */
export function PrependPreviousPage({ href, ...props }: ListControlsProps & { href: string }) {
  const { t, formats } = useShop();
  const { handleClick, isBusy } = useLoadMore(props, 'before');
  return (
    <p>
      <ButtonLink href={href} variant="line" onClick={handleClick} busy={isBusy}>
        <Icon name="up" size="small" />
        {t('list.showPrevious', { count: formats.number(props.search.paging.pageSize) })}
      </ButtonLink>
    </p>
  );
}
