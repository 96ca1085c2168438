import { useEffect } from 'react';
import type { Preview } from '../../shared/contract/previews.ts';
import { parseReturnPath } from '../../shared/rules/account/return-path.ts';
import { toLocalMoment } from '../../shared/rules/local-moment.ts';
import { PREVIEW_PATH } from '../../shared/rules/path-constants.ts';
import { FormName } from '../forms/FormName.tsx';
import { onPageRestored } from '../navigation/on-page-restored.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { Button } from '../ui/Button.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import styles from './PreviewBar.module.css';

/**
 * Renders the preview date above every page, with links to change it and to end the preview. Its form opens a
 * new document, with and without script.
 */
export function PreviewBar({ preview: { instant, timeZone } }: { preview: Preview }) {
  const { t, formats } = useShop();
  const returnPath = useAppState(({ page }) => parseReturnPath(page.virtualPath));
  const moment = toLocalMoment(new Date(instant), timeZone);
  // The preview of a restored page may have ended.
  useEffect(() => onPageRestored(() => window.location.reload()), []);
  const query = returnPath === null ? '' : `?returnPath=${encodeURIComponent(returnPath)}`;
  return (
    <section className={styles.bar} aria-label={t('preview.title')}>
      <div className={joinClasses('wrap', styles.row)}>
        <p className={styles.text}>
          {t('preview.shown', {
            date: formats.date(moment.slice(0, 10)),
            time: formats.time(moment.slice(11)),
            zone: timeZone,
          })}
        </p>
        <a className={styles.link} href={`${PREVIEW_PATH}${query}`}>
          {t('preview.change')}
        </a>
        <form method="post" action={PREVIEW_PATH}>
          <FormName name="preview-leave" />
          {returnPath !== null && <input type="hidden" name="returnPath" value={returnPath} />}
          <Button type="submit" variant="brand">
            {t('preview.leave')}
          </Button>
        </form>
      </div>
    </section>
  );
}
