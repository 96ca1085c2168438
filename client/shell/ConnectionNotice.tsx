import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isCorporate } from '../../shared/rules/site-type.ts';
import { FORM_UNSENT_EVENT, type UnsentForm } from '../forms/unsent-forms.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import styles from './ConnectionNotice.module.css';

/** Time for which 'back online' is visible, in milliseconds (design README, Notices). */
const backOnlineDisplayMs = 6000;

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Sends a form again with the same button, if the page still has the button. */
function resubmitForm({ form, submitter }: UnsentForm): void {
  form.requestSubmit(submitter && form.contains(submitter) ? submitter : null);
}

/**
 * Shows that the browser is offline, and briefly that it is online again. A form that was not sent while
 * offline is reported until it is sent again, which is offered here.
 */
export function ConnectionNotice() {
  const { t } = useShop();
  const hasTabBar = useAppState((state) => !isCorporate(state.scope.site));
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  const wasOffline = useRef(false);
  const [isBackOnline, setIsBackOnline] = useState(false);
  const [unsent, setUnsent] = useState<UnsentForm | null>(null);

  useEffect(() => {
    const handleUnsent = (event: Event) => {
      if (event instanceof CustomEvent) setUnsent(event.detail);
    };
    // The next unsent form is reported separately.
    const forget = () => setUnsent(null);
    window.addEventListener(FORM_UNSENT_EVENT, handleUnsent);
    window.addEventListener('submit', forget, true);
    return () => {
      window.removeEventListener(FORM_UNSENT_EVENT, handleUnsent);
      window.removeEventListener('submit', forget, true);
    };
  }, []);

  useEffect(() => {
    if (!isOnline) {
      wasOffline.current = true;
      return;
    }
    if (!wasOffline.current) return;
    wasOffline.current = false;
    setIsBackOnline(true);
    const timer = setTimeout(() => setIsBackOnline(false), backOnlineDisplayMs);
    return () => {
      clearTimeout(timer);
      setIsBackOnline(false);
    };
  }, [isOnline]);

  return (
    // The region is rendered before its text, because screen readers announce only changes.
    <div role="status" className={joinClasses(styles.region, hasTabBar && `gives-way ${styles.aboveTabs}`)}>
      {(unsent || !isOnline) && (
        <div className={joinClasses(styles.bar, styles.offline)}>
          <div className={joinClasses('wrap', styles.line)}>
            <Icon name="offline" />
            <span>
              <strong>{t(unsent ? 'connection.unsent' : 'connection.offline')}</strong>{' '}
              {t(unsent ? 'connection.unsentAdvice' : 'connection.offlineAdvice')}
            </span>
            {unsent && (
              <button type="button" className={styles.retry} onClick={() => resubmitForm(unsent)}>
                {t('errorPage.retry')}
              </button>
            )}
          </div>
        </div>
      )}
      {isOnline && isBackOnline && !unsent && (
        <div className={joinClasses(styles.bar, styles.back)}>
          <p className={joinClasses('wrap', styles.line)}>
            <Icon name="check" />
            <span>{t('connection.back')}</span>
          </p>
        </div>
      )}
    </div>
  );
}
