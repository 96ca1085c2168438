import { type ComponentType, useEffect, useState } from 'react';
import { getConsentCategories } from '../../shared/rules/consent.ts';
import { consent } from '../store/consent.ts';
import { useAppState } from '../store/shop.tsx';

interface ConsentProps {
  /** How often the settings were asked for. */
  openings: number;
}

/**
 * Where the question for consent will be. Its code comes after hydration to whoever has not answered, to whoever allows what needs code,
 * and to whoever follows `a[data-consent]`, which leads to the page on cookies without script.
 */
export function ConsentSlot() {
  const site = useAppState((state) => state.scope.site);
  const isPreview = useAppState((state) => state.preview !== undefined);
  const [Consent, setConsent] = useState<ComponentType<ConsentProps> | null>(null);
  const [openings, setOpenings] = useState(0);
  useEffect(() => {
    // Nobody who measures visits hears of what is not public yet.
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
      // Without its code the link does what it does without script.
      load().catch(() => window.location.assign(link.getAttribute('href') ?? '/'));
    };
    document.addEventListener('click', handleClick, true);
    const categories = getConsentCategories(site);
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
