import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import type { BrowserScope } from './browser-api.ts';

type Call = (...parts: readonly unknown[]) => Promise<unknown>;

/**
 * The typed client of the browser, whose code (the table of calls, ky) arrives with the first call, after hydration: it costs the first
 * visit nothing. What a call lacks rejects it.
 *
 * @returns the client, and what fetches its code before the first call needs it; that rejects where it cannot be had
 */
export function createLazyApi(scope: BrowserScope): { readonly api: Api; preload(): Promise<void> } {
  let loaded: Api | null = null;

  async function load(): Promise<Api> {
    if (loaded) return loaded;
    // Some browsers never ask again for a module that failed, so without a connection it is not even tried.
    if (!navigator.onLine) throw new ApiError('unavailable');
    const { createBrowserApi } = await import('./browser-api.ts');
    loaded ??= createBrowserApi(scope);
    return loaded;
  }

  const api = new Proxy<Partial<Api>>(
    {},
    {
      get(_none, name): Call {
        return async (...parts) => {
          const call: Call = Reflect.get(await load(), name);
          return call(...parts);
        };
      },
    },
  );
  return {
    api: api as Api,
    preload: async () => {
      await load();
    },
  };
}
