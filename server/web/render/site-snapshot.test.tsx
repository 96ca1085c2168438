import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { ProductGrid } from '../../../client/features/catalogue/ProductGrid.tsx';
import { createAppStore } from '../../../client/store/app-store.ts';
import { toListedProduct } from '../../../client/store/listed-product.ts';
import { ShopProvider, useAppState } from '../../../client/store/shop.tsx';
import { FragmentCacheProvider } from '../../../client/ui/CachedFragment.tsx';
import en from '../../../locales/en.json' with { type: 'json' };
import { createScope } from '../../../test/fixtures/client-shop.tsx';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { createSiteSnapshots } from './site-snapshot.tsx';

const getSnapshot = createSiteSnapshots(() => en);
const products = [1, 2, 3].map((productId) =>
  toListedProduct(createProductSummary({ productId, title: `Mash ${productId}` })),
);

/** Renders a product list like a page, with or without the fragment cache. */
function renderGrid(scope = createScope(), isCached = true): string {
  const snapshot = getSnapshot(scope);
  const grid = <ProductGrid products={products} priorityCount={1} />;
  const renderFragment = (...of: Parameters<typeof snapshot.getFragment>) =>
    snapshot.getFragment(...of).toString();
  return renderToString(
    <ShopProvider shop={snapshot.shop} store={createAppStore({ scope } as never)}>
      {isCached ? (
        <FragmentCacheProvider renderFragment={renderFragment}>{grid}</FragmentCacheProvider>
      ) : (
        grid
      )}
    </ShopProvider>,
  );
}

describe('site snapshot', () => {
  it('renders parts to the same HTML as React without it, also the second time', () => {
    const plain = renderGrid(createScope(), false);
    expect(plain).toContain('Mash 3');
    expect(renderGrid()).toBe(plain);
    expect(renderGrid()).toBe(plain);
  });

  it('is the same for equal data, and another if any of the data differs', () => {
    const snapshot = getSnapshot(createScope());
    expect(getSnapshot(createScope())).toBe(snapshot);
    expect(getSnapshot(createScope({ site: { customerServicePhone: '+31 1' } }))).not.toBe(snapshot);
  });

  it('never uses a fragment of one site in another', () => {
    expect(renderGrid()).not.toContain('kr.');
    const danish = createScope({
      settings: { currencyCode: 'DKK', indicativeRatePerEur: 7.46 },
      language: { languageId: 3, code: 'da', culture: 'da-DK', localizedName: 'Dansk', aliases: [] },
    });
    expect(renderGrid(danish)).toContain('kr.');
    expect(renderGrid()).not.toContain('kr.');
  });

  it('renders static HTML once', () => {
    const snapshot = getSnapshot(createScope());
    let renders = 0;
    const Part = () => {
      renders += 1;
      return <b>{useAppState((state) => state.scope.site.name)}</b>;
    };
    const first = snapshot.getStaticHtml('strip', <Part />);
    expect(snapshot.getStaticHtml('strip', <Part />)).toBe(first);
    expect(first.toString()).toBe('<b>Havero Nederland</b>');
    expect(renders).toBe(1);
  });

  it('throws if a part reads state that differs between pages', () => {
    const Part = () => <b>{useAppState((state) => state.page.virtualPath)}</b>;
    expect(() => getSnapshot(createScope()).getFragment('a part', {}, <Part />)).toThrow('A shared part');
  });
});
