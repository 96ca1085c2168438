import { MailedLink } from '../../features/mailed-link/MailedLink.tsx';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';

const texts = {
  title: 'reviewConfirm.title',
  lead: 'reviewConfirm.lead',
  button: 'reviewConfirm.button',
  expired: 'reviewConfirm.expired',
} as const;

/** Renders the page of the mailed link that confirms a review. */
export function ReviewConfirmPage({ data }: { data: PageDataOf<'reviewConfirm'> }) {
  const { t } = useShop();
  return (
    <MailedLink
      form="review-confirm"
      token={data.token}
      texts={texts}
      renderNextLinks={(subject) => <CategoryLinks first={subject} />}
    >
      <p>
        <strong>{t('review.thanks')}</strong>
      </p>
      <p>{t('reviewConfirm.done')}</p>
    </MailedLink>
  );
}
