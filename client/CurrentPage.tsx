import type { LoadableComponent } from '@loadable/component';
import { pageComponents } from './pages/page-components.ts';
import type { PageData } from './store/page-state.ts';
import { useAppState } from './store/shop.tsx';

/**
 * The page that the state holds. A new path is a new page: nothing of the old one's local state survives. Another
 * query is the same page seen differently, so the control that asked for it keeps the focus.
 */
export function CurrentPage() {
  const page = useAppState((state) => state.page);
  // The table pairs each kind with the component of that kind's data; TypeScript cannot follow the pairing through a union.
  const Page = pageComponents[page.data.kind] as LoadableComponent<{ data: PageData }>;
  return <Page key={page.virtualPath.split('?')[0]} data={page.data} />;
}
