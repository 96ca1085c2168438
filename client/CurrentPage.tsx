import { getPage } from './pages/pages.ts';
import { useAppState } from './store/shop.tsx';

/**
 * The page that the state holds. A new path is a new page: nothing of the old one's local state survives. Another
 * query is the same page seen differently, so the control that asked for it keeps the focus; so is what the page itself
 * takes for the same (`getIdentity`).
 */
export function CurrentPage() {
  const page = useAppState((state) => state.page);
  const { component: Page, getIdentity } = getPage(page.data);
  return <Page key={getIdentity?.(page.data) ?? page.virtualPath.split('?')[0]} data={page.data} />;
}
