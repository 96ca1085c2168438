import { useShop } from '../store/shop.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { createNoticeKey, rememberDismissedNotice } from './dismissed-notice.ts';
import styles from './SeasonalNotice.module.css';

/**
 * Renders a seasonal notice above every page. Its checkbox closes it without script, too. With script it
 * stays closed on later pages until the text changes.
 */
export function SeasonalNotice({ text }: { text: string }) {
  const { t } = useShop();
  const noticeKey = createNoticeKey(text);
  return (
    <div className={styles.notice} data-notice={noticeKey}>
      <div className={joinClasses('wrap', styles.line)}>
        <Icon name="info" size="small" />
        <p>{text}</p>
        <label className={styles.close}>
          <input
            type="checkbox"
            autoComplete="off"
            onChange={() => {
              rememberDismissedNotice(noticeKey);
              document.getElementById('main')?.focus({ preventScroll: true });
            }}
          />
          <Icon name="close" size="small" />
          <VisuallyHidden>{t('shell.closeNotice')}</VisuallyHidden>
        </label>
      </div>
    </div>
  );
}
