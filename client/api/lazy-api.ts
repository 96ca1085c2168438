import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import type { BrowserScope } from './browser-api.ts';

type UntypedApiCall = (...parts: readonly unknown[]) => Promise<unknown>;

/**
 * Creates a typed client whose code (table of calls, ky) is imported on the first call, after hydration. It
 * adds nothing to the first load. If the import fails, the call rejects.
 *
 * @returns the client, and `preload`, which imports the code early and rejects if the import fails
 */
export function createLazyApi(scope: BrowserScope): { readonly api: Api; preload(): Promise<void> } {
  let loaded: Api | null = null;

  async function load(): Promise<Api> {
    if (loaded) return loaded;
    // Some browsers do not retry a failed import of a module. Therefore nothing is imported while offline.
    if (!navigator.onLine) throw new ApiError('unavailable');
    const { createBrowserApi } = await import('./browser-api.ts');
    loaded ??= createBrowserApi(scope);
    return loaded;
  }

  const api = new Proxy<Partial<Api>>(
    {},
    {
      get(_none, name): UntypedApiCall {
        return async (...parts) => {
          const call: UntypedApiCall = Reflect.get(await load(), name);
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
