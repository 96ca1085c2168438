import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { AccountForm, AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { useResultFocus } from '../../features/account/use-result-focus.ts';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './AccountSubscriptionsPage.module.css';
import type { AccountSubscriptionsData } from './page.ts';

type SubscriptionChoice = keyof AccountSubscriptionsData['choices'];

const choices: readonly (readonly [SubscriptionChoice, label: MessageKey, note: MessageKey])[] = [
  ['newsletter', 'subscriptions.newsletter', 'subscriptions.newsletterNote'],
  ['offers', 'subscriptions.offers', 'subscriptions.offersNote'],
  ['labResults', 'subscriptions.labResults', 'subscriptions.labResultsNote'],
];

/** Renders the mail subscriptions of a customer, which can be chosen and ended. */
export function AccountSubscriptionsPage({ data }: { data: PageDataOf<'accountSubscriptions'> }) {
  const { t } = useShop();
  const { owner, stockReminders } = data;
  const { formToken } = owner;
  const notice = useAppState(({ request }) => request.notice);
  const form = useForm('subscriptions');
  const end = useForm('subscriptions-end');
  const saved = <p>{t('subscriptions.saved')}</p>;
  // The key resets the boxes to the stored state after every change.
  const key = choices.map(([name]) => data.choices[name]).join();
  return (
    <AccountFrame owner={owner} current="subscriptions" title={t('account.subscriptions')}>
      <p className="soft">{t('subscriptions.lead')}</p>
      <ReminderEndedNotice />
      <div className={styles.part}>
        <AccountFormOutcome
          form={form}
          done={saved}
          hasNotice={notice?.form.startsWith('subscriptions') === true}
        />
        <AccountForm name="subscriptions" form={form} formToken={formToken}>
          <div key={key}>
            {choices.map(([name, label, note]) => (
              <label key={name} className={styles.choice}>
                <span>
                  <strong>{t(label)}</strong>
                  <span className="small soft">{t(note)}</span>
                </span>
                <input type="checkbox" name={name} value="yes" defaultChecked={data.choices[name]} />
              </label>
            ))}
          </div>
          <div className={styles.save}>
            <Button type="submit" variant="brand" size="large" busy={form.isBusy}>
              {t('subscriptions.save')}
            </Button>
          </div>
        </AccountForm>
      </div>
      {stockReminders.length > 0 && (
        <section className={styles.part} aria-labelledby="stock-reminders">
          <h2 id="stock-reminders">{t('subscriptions.backInStock')}</h2>
          <ul>
            {stockReminders.map((reminder) => (
              <StockReminderRow key={reminder.stockReminderId} reminder={reminder} formToken={formToken} />
            ))}
          </ul>
        </section>
      )}
      <div className={styles.part}>
        <AccountFormOutcome form={end} done={saved} />
        <AccountForm name="subscriptions-end" form={end} formToken={formToken}>
          <Button type="submit" variant="text" busy={end.isBusy}>
            {t('subscriptions.stopAll')}
          </Button>
        </AccountForm>
      </div>
    </AccountFrame>
  );
}

/** Renders the confirmation that a reminder was ended, whose row has disappeared. */
function ReminderEndedNotice() {
  const { t } = useShop();
  const result = useAppState(({ request }) => request.form);
  const isStopped = result?.form === 'subscriptions-stop' && result.status === 'done';
  const place = useResultFocus(isStopped ? result : null);
  return (
    isStopped && (
      <div ref={place} tabIndex={-1} className={styles.part}>
        <Notice tone="ok" role="status">
          <p>{t('subscriptions.saved')}</p>
        </Notice>
      </div>
    )
  );
}

interface ReminderProps {
  reminder: AccountSubscriptionsData['stockReminders'][number];
  formToken: string;
}

function StockReminderRow({ reminder, formToken }: ReminderProps) {
  const { t } = useShop();
  const { stockReminderId, title, product } = reminder;
  const of = String(stockReminderId);
  const form = useForm('subscriptions-stop', of);
  return (
    <li className={styles.reminder}>
      <Arch colourWay={product?.colourWay} className={styles.picture}>
        {product && <ProductPicture picture={product.picture} sizes="52px" maxWidth={260} alt="" />}
      </Arch>
      <div>
        {product ? (
          <SiteLink href={product.url} className="tap">
            {title}
          </SiteLink>
        ) : (
          <p>{title}</p>
        )}
        <p className="small soft">{t('subscriptions.backInStockNote')}</p>
        <AccountFormOutcome form={form} />
      </div>
      <AccountForm name="subscriptions-stop" of={of} form={form} formToken={formToken}>
        <input type="hidden" name="stockReminderId" value={stockReminderId} />
        <Button type="submit" variant="line" busy={form.isBusy}>
          {t('subscriptions.stop')}
          <VisuallyHidden> {title}</VisuallyHidden>
        </Button>
      </AccountForm>
    </li>
  );
}
