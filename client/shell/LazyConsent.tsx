import { type ComponentType, useEffect, useState } from 'react';
import { listCategoriesNeedingConsent } from '../../shared/rules/consent.ts';
import { consent } from '../store/consent.ts';
import { useAppState } from '../store/shop.tsx';

interface ConsentProps {
  /** Number of times the settings were opened. */
  openings: number;
}

/**
 * Renders the consent banner. Its code is loaded after hydration if the visitor has not answered, has
 * allowed a category that needs code, or follows `a[data-consent]`. Without script that link opens the page
 * on cookies.
 */
export function LazyConsent() {
  const site = useAppState((state) => state.scope.site);
  const isPreview = useAppState((state) => state.preview !== undefined);
  const [Consent, setConsent] = useState<ComponentType<ConsentProps> | null>(null);
  const [openings, setOpenings] = useState(0);
  useEffect(() => {
    // Unpublished content must not be tracked.
    if (isPreview) return;
    let isGone = false;
    const load = () =>
      import('../features/consent/Consent.tsx').then((module) => {
        if (!isGone) setConsent(() => module.Consent);
      });
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-consent]') : null;
      const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
      if (!link || hasModifier || event.button !== 0) return;
      event.preventDefault();
      setOpenings((count) => count + 1);
      // Without the code the link works as without script.
      load().catch(() => window.location.assign(link.getAttribute('href') ?? '/'));
    };
    document.addEventListener('click', handleClick, true);
    const categories = listCategoriesNeedingConsent(site);
    const isTracking = categories.some(
      (category) => category !== 'preferences' && consent.isGranted(category),
    );
    if (isTracking || !consent.hasAnswered(categories)) load().catch(() => undefined);
    return () => {
      isGone = true;
      document.removeEventListener('click', handleClick, true);
    };
  }, [site, isPreview]);
  return Consent && <Consent openings={openings} />;
}
