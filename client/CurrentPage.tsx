import type { LoadableComponent } from '@loadable/component';
import { pageComponents } from './pages/page-components.ts';
import type { PageData } from './store/page-state.ts';
import { useAppState } from './store/shop.tsx';

/**
 * The page that the state holds. A new path is a new page: nothing of the old one's local state survives. Another
 * query is the same page seen differently, so the control that asked for it keeps the focus; so is another pack of the
 * product that is shown, and what was typed for one horse counts for it, too.
 */
export function CurrentPage() {
  const page = useAppState((state) => state.page);
  // The table pairs each kind with the component of that kind's data; TypeScript cannot follow the pairing through a union.
  const Page = pageComponents[page.data.kind] as LoadableComponent<{ data: PageData }>;
  const key = page.data.kind === 'product' ? page.data.product.productId : page.virtualPath.split('?')[0];
  return <Page key={key} data={page.data} />;
}
