import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { type ConsentCategory, listCategoriesNeedingConsent } from '../../../shared/rules/consent.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { consent } from '../../store/consent.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './Consent.module.css';
import type { ConsentSettingsProps } from './ConsentSettings.tsx';

interface ConsentProps {
  /** Number of times the settings were opened from outside this component. */
  openings: number;
}

/**
 * Keys written out in full: the build scans source files for message keys and includes only these in the
 * first bundle, not all keys with this prefix.
 */
const purposes = {
  preferences: 'consent.purpose.preferences',
  statistics: 'consent.purpose.statistics',
  marketing: 'consent.purpose.marketing',
} as const satisfies Record<ConsentCategory, string>;

/** Components that are loaded on first use. */
type LoadedConsentParts = {
  readonly Settings?: ComponentType<ConsentSettingsProps>;
  readonly Tracking?: ComponentType;
};

/** Asks visitors for consent, opens the settings, and starts and stops tracking as the visitor decides. */
export function Consent({ openings: externalOpenCount }: ConsentProps) {
  const { t } = useShop();
  const site = useAppState((state) => state.scope.site);
  const cookiesPage = useAppState((state) => findSiteLink(state.scope, 'cookies')?.route);
  useSyncExternalStore(consent.subscribe, consent.getSnapshot);
  const [parts, setParts] = useState<LoadedConsentParts>({});
  const [localOpenCount, setLocalOpenCount] = useState(0);
  const openings = localOpenCount + externalOpenCount;
  const categories = listCategoriesNeedingConsent(site);
  const isOpen = !consent.hasAnswered(categories);
  const isTracking = categories.some((category) => category !== 'preferences' && consent.isGranted(category));

  // If loading the code fails, each further opening tries again.
  const pendingOpenCount = parts.Settings ? 0 : openings;
  useEffect(() => {
    if (pendingOpenCount === 0) return;
    import('./ConsentSettings.tsx')
      .then(({ ConsentSettings }) => setParts((known) => ({ ...known, Settings: ConsentSettings })))
      .catch(() => undefined);
  }, [pendingOpenCount]);

  const needsTracking = isTracking && !parts.Tracking;
  useEffect(() => {
    if (!needsTracking) return;
    import('../../tracking/Tracking.tsx')
      .then(({ Tracking }) => setParts((known) => ({ ...known, Tracking })))
      .catch(() => undefined);
  }, [needsTracking]);

  const decide = (isGranted: boolean) => {
    consent.decide(categories, isGranted ? categories : []);
    document.getElementById('main')?.focus({ preventScroll: true });
  };

  return (
    <>
      {isOpen && (
        <section
          className={joinClasses(styles.banner, !isCorporate(site) && `gives-way ${styles.aboveTabs}`)}
          aria-labelledby="consent"
          data-consent-banner
        >
          <div>
            <h2 id="consent">{t('consent.title')}</h2>
            <p>
              {t('consent.text', {
                purposes: categories.map((category) => t(purposes[category])).join(', '),
              })}{' '}
              {cookiesPage && <a href={cookiesPage}>{t('consent.readMore')}</a>}
            </p>
          </div>
          <div className={styles.buttons}>
            <Button variant="brand" onClick={() => decide(true)}>
              {t('consent.accept')}
            </Button>
            <Button variant="brand" onClick={() => decide(false)}>
              {t('consent.refuse')}
            </Button>
            <Button variant="text" onClick={() => setLocalOpenCount((count) => count + 1)}>
              {t('consent.choose')}
            </Button>
          </div>
        </section>
      )}
      {parts.Settings && openings > 0 && <parts.Settings openings={openings} categories={categories} />}
      {parts.Tracking && isTracking && <parts.Tracking />}
    </>
  );
}
