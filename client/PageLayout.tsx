import loadable from '@loadable/component';
import type { ReactNode } from 'react';
import { getPage } from './pages/pages.ts';
import { Layout as DefaultLayout } from './shell/Layout.tsx';
import { useAppState } from './store/shop.tsx';

/** Loaded only if the visitor previews another date. */
const PreviewBar = loadable(() => import('./shell/PreviewBar.tsx'), {
  resolveComponent: (module) => module.PreviewBar,
});

/** Renders the layout around the current page. */
export function PageLayout({ children }: { children: ReactNode }) {
  const { layout: Layout = DefaultLayout } = useAppState((state) => getPage(state.page.data));
  const preview = useAppState((state) => state.preview);
  return (
    <>
      {preview && <PreviewBar preview={preview} />}
      <Layout>{children}</Layout>
    </>
  );
}
