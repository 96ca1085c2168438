import { getPage } from './pages/pages.ts';
import { useAppState } from './store/shop.tsx';

/**
 * Renders the page that the state holds. A new path remounts the page and drops its local state. A new query
 * of the same path updates the page, so the control that requested it keeps the focus. A page can define its
 * identity with `getIdentity`.
 */
export function CurrentPage() {
  const page = useAppState((state) => state.page);
  const { component: Page, getIdentity } = getPage(page.data);
  return <Page key={getIdentity?.(page.data) ?? page.virtualPath.split('?')[0]} data={page.data} />;
}
