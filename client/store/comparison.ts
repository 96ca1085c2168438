import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  addToComparison,
  COMPARISON_STORAGE_KEY,
  type ComparisonOutcome,
  parseStoredComparison,
  removeFromComparison,
  replaceInComparison,
} from '../../shared/rules/comparison.ts';

interface ComparisonState {
  readonly productIds: readonly number[];
}

/** A private window may have no storage: the list then lives as long as the tab. */
function readStorage(): readonly number[] {
  try {
    return parseStoredComparison(localStorage.getItem(COMPARISON_STORAGE_KEY));
  } catch {
    return [];
  }
}

function writeStorage(productIds: readonly number[]): void {
  try {
    if (productIds.length === 0) localStorage.removeItem(COMPARISON_STORAGE_KEY);
    else localStorage.setItem(COMPARISON_STORAGE_KEY, JSON.stringify(productIds));
  } catch {
    // Full or forbidden: nothing is lost but the memory of the next visit.
  }
}

const store = createStore<ComparisonState>(() => ({ productIds: readStorage() }));

// Another tab of the shop has changed the list.
window.addEventListener('storage', ({ key }) => {
  if (key === COMPARISON_STORAGE_KEY || key === null) store.setState({ productIds: readStorage() });
});

function change(productIds: readonly number[]): void {
  if (productIds === store.getState().productIds) return;
  store.setState({ productIds });
  writeStorage(productIds);
}

/** The compared products of this browser, as all of its tabs know them. For the browser only. */
export const comparison = {
  getIds: (): readonly number[] => store.getState().productIds,
  add(productId: number): ComparisonOutcome {
    const { ids, outcome } = addToComparison(store.getState().productIds, productId);
    change(ids);
    return outcome;
  },
  remove: (productId: number): void => change(removeFromComparison(store.getState().productIds, productId)),
  replace: (from: number, to: number): void =>
    change(replaceInComparison(store.getState().productIds, { from, to })),
  /** Makes it exactly these. */
  set: (productIds: readonly number[]): void => change(productIds),
};

/** The compared productIds; the component renders again when they change. */
export function useComparedIds(): readonly number[] {
  return useStore(store, ({ productIds }) => productIds);
}
