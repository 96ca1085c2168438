import { MailedLink } from '../../features/mailed-link/MailedLink.tsx';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';

const textsByStep = {
  confirm: {
    texts: {
      title: 'stockReminder.title',
      lead: 'stockReminder.confirmLead',
      button: 'stockReminder.confirmButton',
      expired: 'stockReminder.expired',
    },
    done: 'stockReminder.confirmDone',
  },
  unsubscribe: {
    texts: {
      title: 'stockReminder.endTitle',
      lead: 'stockReminder.endLead',
      button: 'stockReminder.endButton',
      expired: 'stockReminder.expired',
    },
    done: 'stockReminder.endDone',
  },
} as const;

/** Renders the pages of mailed links that confirm or end a stock reminder. */
export function StockReminderPage({ data }: { data: PageDataOf<'stockReminder'> }) {
  const { t } = useShop();
  const { texts, done } = textsByStep[data.step];
  return (
    <MailedLink
      form={`stock-reminder-${data.step}`}
      token={data.token}
      texts={texts}
      renderNextLinks={(subject) => <CategoryLinks first={subject} />}
    >
      <p>{t(done)}</p>
    </MailedLink>
  );
}
