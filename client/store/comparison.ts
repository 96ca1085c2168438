import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  addToComparison,
  COMPARISON_STORAGE_KEY,
  type ComparisonOutcome,
  parseStoredComparison,
  removeFromComparison,
  replaceInComparison,
} from '../../shared/rules/product-comparison.ts';

interface ComparisonState {
  readonly productIds: readonly number[];
}

/** Reads the stored ids. In a private window without storage the list lasts as long as the tab. */
function readStoredIds(): readonly number[] {
  try {
    return parseStoredComparison(localStorage.getItem(COMPARISON_STORAGE_KEY));
  } catch {
    return [];
  }
}

function storeIds(productIds: readonly number[]): void {
  try {
    if (productIds.length === 0) localStorage.removeItem(COMPARISON_STORAGE_KEY);
    else localStorage.setItem(COMPARISON_STORAGE_KEY, JSON.stringify(productIds));
  } catch {
    // The storage is full or forbidden; the next visit starts without the list.
  }
}

const comparisonStore = createStore<ComparisonState>(() => ({ productIds: readStoredIds() }));

// Another tab has changed the list.
window.addEventListener('storage', ({ key }) => {
  if (key === COMPARISON_STORAGE_KEY || key === null)
    comparisonStore.setState({ productIds: readStoredIds() });
});

function change(productIds: readonly number[]): void {
  if (productIds === comparisonStore.getState().productIds) return;
  comparisonStore.setState({ productIds });
  storeIds(productIds);
}

/** The compared products of this browser, synchronized between its tabs. Browser only. */
export const comparison = {
  getIds: (): readonly number[] => comparisonStore.getState().productIds,
  add(productId: number): ComparisonOutcome {
    const { ids, outcome } = addToComparison(comparisonStore.getState().productIds, productId);
    change(ids);
    return outcome;
  },
  remove: (productId: number): void =>
    change(removeFromComparison(comparisonStore.getState().productIds, productId)),
  replace: (from: number, to: number): void =>
    change(replaceInComparison(comparisonStore.getState().productIds, { from, to })),
  /** Replaces the list. */
  set: (productIds: readonly number[]): void => change(productIds),
};

/** Returns the compared product ids and re-renders the component when they change. */
export function useComparedIds(): readonly number[] {
  return useStore(comparisonStore, ({ productIds }) => productIds);
}
