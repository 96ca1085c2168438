import { MailedLink } from '../../features/mailed-link/MailedLink.tsx';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import { useShop } from '../../store/shop.tsx';

const textsByStep = {
  confirm: {
    texts: {
      title: 'newsletter.confirmTitle',
      lead: 'newsletter.confirmLead',
      button: 'newsletter.confirmButton',
      expired: 'newsletter.expired',
    },
    done: 'newsletter.confirmDone',
  },
  unsubscribe: {
    texts: {
      title: 'newsletter.endTitle',
      lead: 'newsletter.endLead',
      button: 'newsletter.endButton',
      expired: 'newsletter.expired',
    },
    done: 'newsletter.endDone',
  },
} as const;

/** Renders the page of a mailed link that confirms the newsletter or unsubscribes from all campaigns. */
export function NewsletterMailedLink({
  step,
  token,
}: {
  step: keyof typeof textsByStep;
  token: string | null;
}) {
  const { t } = useShop();
  const { texts, done } = textsByStep[step];
  return (
    <MailedLink
      form={`newsletter-${step}`}
      token={token}
      texts={texts}
      renderNextLinks={() => <CategoryLinks first={undefined} />}
    >
      <p>{t(done)}</p>
    </MailedLink>
  );
}
