import { type FormEvent, useEffect } from 'react';
import type { ConsentCategory } from '../../../shared/rules/consent.ts';
import { consent } from '../../store/consent.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './ConsentSettings.module.css';

const dialogId = 'consent-settings';

const categoryTexts = {
  preferences: { name: 'consent.preferences', hint: 'consent.preferencesHint' },
  statistics: { name: 'consent.statistics', hint: 'consent.statisticsHint' },
  marketing: { name: 'consent.marketing', hint: 'consent.marketingHint' },
} as const satisfies Record<ConsentCategory, object>;

export interface ConsentSettingsProps {
  /** Number of times the settings were opened. Each increment opens the dialog. */
  openings: number;
  /** Categories of this site that need consent. */
  categories: readonly ConsentCategory[];
}

function getSettingsDialog(): HTMLDialogElement | null {
  const dialog = document.getElementById(dialogId);
  return dialog instanceof HTMLDialogElement ? dialog : null;
}

/**
 * Renders the consent settings with one checkbox per category. No box is pre-checked, and closing the dialog
 * changes nothing.
 */
export function ConsentSettings({ openings, categories }: ConsentSettingsProps) {
  const { t } = useShop();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is a new wish
  useEffect(() => {
    const dialog = getSettingsDialog();
    if (dialog && !dialog.open) dialog.showModal();
  }, [openings]);

  const decide = (granted: readonly ConsentCategory[]) => {
    const wasAsked = !consent.hasAnswered(categories);
    consent.decide(categories, granted);
    getSettingsDialog()?.close();
    // The banner that opened the dialog has disappeared and cannot receive the focus again.
    if (wasAsked) document.getElementById('main')?.focus({ preventScroll: true });
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const ticked = new FormData(event.currentTarget);
    decide(categories.filter((category) => ticked.has(category)));
  };
  // Each opening starts from the current consent, not from unsaved changes.
  const formKey = `${openings} ${consent.getSnapshot()}`;

  return (
    <Dialog id={dialogId} title={t('consent.settings')} closeLabel={t('common.close')} place="middle">
      <form key={formKey} onSubmit={handleSubmit} className={styles.form}>
        <ul className={styles.list}>
          <li>
            <p className={styles.needed}>
              <strong>{t('consent.needed')}</strong> <span>{t('consent.alwaysOn')}</span>
            </p>
            <p className={styles.hint}>{t('consent.neededHint')}</p>
          </li>
          {categories.map((category) => (
            <li key={category}>
              <Checkbox
                name={category}
                defaultChecked={consent.isGranted(category)}
                describedBy={`consent-${category}`}
              >
                <strong>{t(categoryTexts[category].name)}</strong>
              </Checkbox>
              <p className={styles.hint} id={`consent-${category}`}>
                {t(categoryTexts[category].hint)}
              </p>
            </li>
          ))}
        </ul>
        {categories.length === 0 ? (
          <p>{t('consent.nothingToAsk')}</p>
        ) : (
          <div className={styles.buttons}>
            <Button variant="brand" onClick={() => decide(categories)}>
              {t('consent.accept')}
            </Button>
            <Button variant="brand" onClick={() => decide([])}>
              {t('consent.refuse')}
            </Button>
            <Button type="submit" variant="line">
              {t('consent.save')}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}
