import { HelmetProvider } from 'react-helmet-async';
import { CurrentPage } from './CurrentPage.tsx';
import { Document, type DocumentAssets } from './Document.tsx';
import { PageHead } from './PageHead.tsx';
import { PageLayout } from './PageLayout.tsx';
import type { AppStore } from './store/app-store.ts';
import { type Shop, ShopProvider } from './store/shop.tsx';

interface AppProps {
  store: AppStore;
  shop: Shop;
  assets: DocumentAssets;
}

/**
 * Renders the whole application. Requires a router and a NavigationProvider around it. The server and the
 * browser render the same tree.
 */
export function App({ store, shop, assets }: AppProps) {
  return (
    <ShopProvider shop={shop} store={store}>
      <HelmetProvider>
        <Document assets={assets}>
          <PageHead />
          <PageLayout>
            <CurrentPage />
          </PageLayout>
        </Document>
      </HelmetProvider>
    </ShopProvider>
  );
}
