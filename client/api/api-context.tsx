import { createContext, type ReactNode, useContext } from 'react';
import type { Api } from '../../shared/api/client.ts';

const ApiContext = createContext<Api | null>(null);

/**
 * Provides the API client to event handlers and effects. Only the browser has one: rendering makes no API
 * calls.
 */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Returns the typed client, or null during server rendering. Use it in handlers and effects only. */
export function useApi(): Api | null {
  return useContext(ApiContext);
}
