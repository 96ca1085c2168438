import { MailedLink } from '../../features/mailed-link/MailedLink.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';

const texts = {
  title: 'reviewConfirm.title',
  lead: 'reviewConfirm.lead',
  button: 'reviewConfirm.button',
  expired: 'reviewConfirm.expired',
} as const;

/** Asks to confirm a review. */
export function ReviewConfirmPage({ data }: { data: PageDataOf<'reviewConfirm'> }) {
  const { t } = useShop();
  return (
    <MailedLink form="review-confirm" token={data.token} texts={texts}>
      <p>
        <strong>{t('review.thanks')}</strong>
      </p>
      <p>{t('reviewConfirm.done')}</p>
    </MailedLink>
  );
}
