import type { ReactNode } from 'react';
import { getPage } from './pages/pages.ts';
import { Layout as DefaultLayout } from './shell/Layout.tsx';
import { useAppState } from './store/shop.tsx';

/** What stands around the current page. */
export function PageLayout({ children }: { children: ReactNode }) {
  const { layout: Layout = DefaultLayout } = useAppState((state) => getPage(state.page.data));
  return <Layout>{children}</Layout>;
}
