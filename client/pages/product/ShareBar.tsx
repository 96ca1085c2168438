import { useState } from 'react';
import { useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ShareBar.module.css';

const shareMessages = { copied: 'product.shareCopied', failed: 'product.shareFailed' } as const;

/**
 * Renders buttons to share and print the page. Sharing uses the device's share sheet or copies the URL. Needs
 * script.
 */
export function ShareBar({ title }: { title: string }) {
  const { t } = useShop();
  const [outcome, setOutcome] = useState<keyof typeof shareMessages | null>(null);
  const share = async () => {
    const url =
      document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? window.location.href;
    setOutcome(null);
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        setOutcome('copied');
      }
    } catch (error) {
      // Closing the share sheet is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOutcome('failed');
    }
  };
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.button} onClick={() => void share()}>
        <svg className={styles.drawing} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M12 15V3M7 8l5-5 5 5M5 12v9h14v-9" />
        </svg>
        {t('product.share')}
      </button>
      <button type="button" className={styles.button} onClick={() => window.print()}>
        <Icon name="print" />
        {t('product.print')}
      </button>
      <span role="status" className={styles.outcome}>
        {outcome && t(shareMessages[outcome])}
      </span>
    </div>
  );
}
