import { type ComponentType, useEffect, useState } from 'react';
import { COMPARISON_STORAGE_KEY } from '../../shared/rules/product-comparison.ts';
import { useCompareButtons } from '../features/comparison/use-compare-buttons.ts';

/** Value until the code is loaded. */
const noProductIds: readonly number[] = [];

interface BarProps {
  /** Product that was added before the bar was loaded. */
  pendingProductId: number | null;
}

/**
 * Renders the comparison bar. Its code is loaded when the first product is added, or if an earlier
 * visit has left products. Without script, `a[data-compare]` opens the comparison page; with script it adds
 * to the list.
 */
export function LazyComparisonBar() {
  const [loaded, setLoaded] = useState<(BarProps & { Bar: ComponentType<BarProps> }) | null>(null);
  const isLoaded = loaded !== null;
  useCompareButtons(isLoaded ? null : noProductIds);
  useEffect(() => {
    if (isLoaded) return;
    const load = (pendingProductId: number | null) =>
      import('../features/comparison/ComparisonBar.tsx').then(({ ComparisonBar }) =>
        setLoaded({ Bar: ComparisonBar, pendingProductId }),
      );
    const handleClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-compare]') : null;
      const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
      if (!link || hasModifier || event.button !== 0) return;
      event.preventDefault();
      // Without the code the link works as without script.
      load(Number(link.dataset.compare)).catch(() =>
        window.location.assign(link.getAttribute('href') ?? '/'),
      );
    };
    document.addEventListener('click', handleClick, true);
    if (hasStoredComparison()) load(null).catch(() => undefined);
    return () => document.removeEventListener('click', handleClick, true);
  }, [isLoaded]);
  return loaded && <loaded.Bar pendingProductId={loaded.pendingProductId} />;
}

function hasStoredComparison(): boolean {
  try {
    return localStorage.getItem(COMPARISON_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}
