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

/** Reads the stored ids. In a private window without storage the list lasts as long as the tab. */
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
    // The storage is full or forbidden; the next visit starts without the list.
  }
}

const store = createStore<ComparisonState>(() => ({ productIds: readStorage() }));

// Another tab has changed the list.
window.addEventListener('storage', ({ key }) => {
  if (key === COMPARISON_STORAGE_KEY || key === null) store.setState({ productIds: readStorage() });
});

function change(productIds: readonly number[]): void {
  if (productIds === store.getState().productIds) return;
  store.setState({ productIds });
  writeStorage(productIds);
}

/** The compared products of this browser, synchronized between its tabs. Browser only. */
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
  /** Replaces the list. */
  set: (productIds: readonly number[]): void => change(productIds),
};

/** Returns the compared product ids and re-renders the component when they change. */
export function useComparedIds(): readonly number[] {
  return useStore(store, ({ productIds }) => productIds);
}
