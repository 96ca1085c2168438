import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup } from '@testing-library/react';
import { categoryPage, dutchScope, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { listProductCards } from '../pages/pages.ts';
import { consent } from '../store/consent.ts';
import type { PageState } from '../store/page-state.ts';
import { Tracking } from './Tracking.tsx';

const askedCategories = ['preferences', 'statistics', 'marketing'] as const;
const getTagManagerScript = () => document.querySelector<HTMLScriptElement>('script[data-tag-manager]');
const getEventNames = () => (window.dataLayer ?? []).map((entry) => (entry as { event?: string }).event);

const startTracking = (gtmContainerId: string | null, page?: PageState) => {
  const reload = jest.fn();
  const view = renderInShop(<Tracking reload={reload} />, {
    pages: { listProductCards },
    ...(page && { page }),
    scope: { site: { ...dutchScope.site, gtmContainerId } },
  });
  return { ...view, reload };
};

beforeEach(() => {
  const observer = class {
    observe = () => undefined;
    disconnect = () => undefined;
  };
  Object.assign(globalThis, { IntersectionObserver: observer });
});

afterEach(() => {
  cleanup();
  getTagManagerScript()?.remove();
  act(() => consent.decide(askedCategories, []));
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

describe('Tracking', () => {
  it('sends the consent before it loads the tag manager, and then the page view', () => {
    consent.decide(askedCategories, ['statistics']);
    startTracking('GTM-TEST123');
    expect(getTagManagerScript()?.src).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-TEST123');
    const [first] = window.dataLayer as Record<number, unknown>[];
    expect([first?.[0], first?.[1]]).toEqual(['consent', 'default']);
    expect(first?.[2]).toEqual({
      analytics_storage: 'granted',
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    });
    expect(getEventNames().slice(1)).toEqual(['gtm.js', 'pageView']);
  });

  it('tracks each page once, and no page if only marketing is allowed', () => {
    consent.decide(askedCategories, ['marketing']);
    const { store } = startTracking('GTM-TEST123');
    expect(getEventNames()).not.toContain('pageView');

    act(() => consent.decide(askedCategories, ['statistics', 'marketing']));
    const { page } = store.getState();
    act(() => store.setState({ page: { ...page, virtualPath: '/mash/', head: { ...page.head } } }));
    const views = (window.dataLayer as { event?: string; path?: string }[]).filter(
      ({ event }) => event === 'pageView',
    );
    expect(views.map(({ path }) => path)).toEqual(['/muesli/?p=2', '/mash/']);
  });

  it.each([
    '/roughage-tests/rqs/abcdefghijklmnopqrstuv/',
    '/welke-ruwvoertest/qs/abcdefghijklmnopqrstuv./',
    '/feed-advice/?rqs=abcdefghijklmnopqrstuv&type=horse',
  ])('tracks no page whose URL contains the key of a report: %s', (virtualPath) => {
    consent.decide(askedCategories, ['statistics']);
    startTracking('GTM-TEST123', { ...categoryPage, virtualPath });
    expect(getTagManagerScript()).toBeNull();
    expect(JSON.stringify(window.dataLayer ?? [])).not.toContain('abcdefghijklmnopqrstuv');
  });

  it('loads no tag manager if the return path of the URL contains the key of a report', () => {
    consent.decide(askedCategories, askedCategories);
    const { store } = startTracking(null);
    const { page, scope } = store.getState();
    const signIn = (returnPath: string | null) =>
      act(() =>
        store.setState({
          scope: { ...scope, site: { ...scope.site, gtmContainerId: 'GTM-TEST123' } },
          page: {
            ...page,
            head: { ...page.head },
            virtualPath: '/account/login/',
            data: { kind: 'accountLogin', notices: [], message: null, returnPath },
          },
        }),
      );
    signIn('/feed-advice/?rqs=Ab3-_6789012345678901Z&type=horse');
    expect(getTagManagerScript()).toBeNull();
    expect(window.dataLayer?.at(-1)).toMatchObject({ event: 'pageView', path: null, title: null });
    signIn('/account/orders/');
    expect(getTagManagerScript()).not.toBeNull();
  });

  it('loads nothing if the site has no container', () => {
    consent.decide(askedCategories, askedCategories);
    const { unmount, reload } = startTracking(null);
    expect(getTagManagerScript()).toBeNull();
    unmount();
    expect(reload).not.toHaveBeenCalled();
  });

  it('removes data and cookies when it ends, and reloads the page to stop the script', () => {
    consent.decide(askedCategories, askedCategories);
    const { unmount, reload } = startTracking('GTM-TEST123');
    // biome-ignore lint/suspicious/noDocumentCookie: as a tag does it
    document.cookie = '_ga_ABC=1; path=/';
    const queue = window.dataLayer;
    unmount();
    expect(queue).toEqual([]);
    expect(window.dataLayer).toBeUndefined();
    expect(document.cookie).not.toContain('_ga');
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
