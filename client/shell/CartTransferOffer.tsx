import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useApi } from '../api/api-context.tsx';
import { useAppStore, useShop } from '../store/shop.tsx';
import { findOtherShop, handOver, navigateToSite } from './hand-over.ts';
import { copyCampaignParameters, writeLocalizationCookie } from './site-choice.ts';

interface CartTransferOfferProps {
  /** Whether the cart has contents. */
  isOffered: boolean;
}

/**
 * Offers in the site switch (`data-cart-offer`) to take the cart along to another site. The code is not
 * loaded without a cart.
 */
export function CartTransferOffer({ isOffered }: CartTransferOfferProps) {
  const { t } = useShop();
  const api = useApi();
  const store = useAppStore();
  const [place, setPlace] = useState<Element | null>(null);
  const [isChecked, setIsChecked] = useState(true);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => setPlace(document.querySelector('[data-cart-offer]')), []);

  useEffect(() => {
    const dialog = place?.closest('dialog');
    if (!api || !dialog || !isOffered) return;
    const { scope } = store.getState();
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
      if (!link || !dialog.contains(link) || hasModifier || event.button !== 0 || !isChecked) return;
      const place = findOtherShop(scope, link.href);
      // Links to another language transfer the cart without asking.
      if (!place || place.isSameSite) return;
      event.preventDefault();
      event.stopPropagation();
      if (link.ariaBusy) return;
      link.ariaBusy = 'true';
      setHasFailed(false);
      handOver(api, scope, copyCampaignParameters(link.href, window.location.search), { transfersCart: true })
        .then((url) => {
          writeLocalizationCookie(new Date());
          navigateToSite(url);
        })
        .catch(() => setHasFailed(true))
        .finally(() => {
          link.ariaBusy = null;
        });
    };
    document.addEventListener('click', handleClick, true);
    return () => document.removeEventListener('click', handleClick, true);
  }, [api, store, place, isOffered, isChecked]);

  if (!place || !isOffered) return null;
  return createPortal(
    <>
      <TransferCartCheckbox onChange={setIsChecked} />
      {hasFailed && <p role="alert">{t('handover.failed')}</p>}
    </>,
    place,
  );
}

/** Renders the checkbox for taking the cart along. */
export function TransferCartCheckbox({ onChange }: { onChange: (isWanted: boolean) => void }) {
  const { t } = useShop();
  return (
    <label className="tap">
      <input
        type="checkbox"
        name="takeCart"
        defaultChecked
        onChange={({ target }) => onChange(target.checked)}
      />
      {t('handover.offer')}
    </label>
  );
}
