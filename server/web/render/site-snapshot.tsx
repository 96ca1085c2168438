import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createShopLocalization } from '../../../client/create-shop-localization.ts';
import { type AppState, createAppStore, type ScopeState } from '../../../client/store/app-store.ts';
import { dehydrateScope } from '../../../client/store/dehydrated-state.ts';
import { type Shop, ShopProvider } from '../../../client/store/shop.tsx';
import type { RenderFragment } from '../../../client/ui/CachedFragment.tsx';
import type { RenderStaticHtml } from '../../../client/ui/StaticHtml.tsx';
import { toUnpooledBuffer } from '../../platform/unpooled-buffer.ts';
import type { GetMessages } from './messages.ts';
import { stringifySafely } from './safe-json.ts';

/** Data of a site and language at one time, and everything that is derived from it once for all pages. */
export interface SiteSnapshot {
  /** Texts and numbers, independent of any request. */
  readonly shop: Shop;
  /** Dehydrated scope as JSON that is inert in a `<script>`, in UTF-8. */
  readonly json: Buffer;
  /** Returns the HTML of a part that is the same on all pages of the site, in UTF-8. */
  readonly getStaticHtml: (...of: Parameters<RenderStaticHtml>) => Buffer;
  /** Returns the HTML of a part that many pages share, in UTF-8. */
  readonly getFragment: (...of: Parameters<RenderFragment>) => Buffer;
}

/** Maximum number of snapshots: two of every site and language, since its data may just have changed. */
const maxSnapshots = 100;
/** Maximum bytes of cached HTML of all snapshots together. */
const maxPartsBytes = 24_000_000;

/**
 * Creates the state for parts that are the same on every page. Reading state that differs between pages
 * throws.
 */
function createScopeStore(scope: ScopeState) {
  const refuse = (): never => {
    throw new Error('A shared part cannot read the state of a page');
  };
  const state = {
    scope,
    get page() {
      return refuse();
    },
    get request() {
      return refuse();
    },
    get routing() {
      return refuse();
    },
    get account() {
      return refuse();
    },
  };
  return createAppStore(state as AppState);
}

/**
 * Creates a cache with one snapshot per state of a scope: its texts, its JSON, static HTML and cached
 * fragments. The data itself is the key, so a change creates a new snapshot and no invalidation is needed.
 *
 * @returns a function from a scope to its snapshot; if `isKept` is false the snapshot is created for a single
 *   page and not cached
 */
export function createSiteSnapshots(
  getMessages: GetMessages,
): (scope: ScopeState, isKept?: boolean) => SiteSnapshot {
  const byScope = new WeakMap<ScopeState, SiteSnapshot>();
  const byJson = new LRUCache<string, SiteSnapshot>({ max: maxSnapshots });
  const parts = new LRUCache<string, Buffer>({ maxSize: maxPartsBytes });
  let count = 0;

  function createSnapshot(scope: ScopeState, json: string, isKept = true): SiteSnapshot {
    count += 1;
    const id = count;
    const shop = createShopLocalization(scope, getMessages(scope.language.code, scope.site.type));
    const store = createScopeStore(scope);
    const keep = (key: string, part: ReactNode): Buffer => {
      let html = parts.get(key);
      if (html === undefined) {
        const text = renderToString(
          <ShopProvider shop={shop} store={store}>
            {part}
          </ShopProvider>,
        );
        html = toUnpooledBuffer(text);
        if (isKept) parts.set(key, html, { size: key.length + html.length });
      }
      return html;
    };
    return {
      shop,
      json: toUnpooledBuffer(json),
      getStaticHtml: (name, part) => keep(`${id} ${name}`, part),
      getFragment: (variant, of, part) => keep(`${id} ${variant} ${stringifySafely(of)}`, part),
    };
  }

  return (scope, isKept = true) => {
    if (!isKept) return createSnapshot(scope, stringifySafely(dehydrateScope(scope)), false);
    let snapshot = byScope.get(scope);
    if (!snapshot) {
      const json = stringifySafely(dehydrateScope(scope));
      snapshot = byJson.get(json) ?? createSnapshot(scope, json);
      byJson.set(json, snapshot);
      byScope.set(scope, snapshot);
    }
    return snapshot;
  };
}
