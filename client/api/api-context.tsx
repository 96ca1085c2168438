import { createContext, type ReactNode, useContext } from 'react';
import type { Api } from '../../shared/api/client.ts';

const ApiContext = createContext<Api | null>(null);

/** Gives event handlers and effects the way to the backend. Only the browser has one: rendering makes no calls. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The typed client; null while the server renders, so use it in handlers and effects only. */
export function useApi(): Api | null {
  return useContext(ApiContext);
}
