import type { RouteAnswer } from '../../shared/contract/routing.ts';
import type { AppState, RoutingEntry } from './app-store.ts';

type PackedRoute<R> = R extends { alternates: infer A } ? Omit<R, 'alternates'> & { alternates?: A } : R;
type PackedEntry =
  | { readonly route: PackedRoute<RouteAnswer> }
  | Exclude<RoutingEntry, { route: RouteAnswer }>;

/** State as a page carries it: what stands in two places is sent once. */
export interface PackedState extends Omit<AppState, 'routing'> {
  readonly routing: { readonly byPath: Readonly<Record<string, PackedEntry>> };
}

/** Leaves out of the routing state the alternates that the head of the page has, too. */
export function packState(state: AppState): PackedState {
  const byPath: Record<string, PackedEntry> = {};
  for (const [path, entry] of Object.entries(state.routing.byPath)) {
    if (
      'route' in entry &&
      'alternates' in entry.route &&
      entry.route.alternates === state.page.head.alternates
    ) {
      const { alternates: _same, ...route } = entry.route;
      byPath[path] = { route };
    } else {
      byPath[path] = entry;
    }
  }
  return { ...state, routing: { byPath } };
}

/** The state again as it was before `packState`. */
export function unpackState(packed: PackedState): AppState {
  const byPath: Record<string, RoutingEntry> = {};
  for (const [path, entry] of Object.entries(packed.routing.byPath)) {
    const isWhole =
      !('route' in entry) || entry.route.kind === 'redirect' || entry.route.alternates !== undefined;
    byPath[path] = (
      isWhole ? entry : { route: { ...entry.route, alternates: packed.page.head.alternates } }
    ) as RoutingEntry;
  }
  return { ...packed, routing: { byPath } };
}
