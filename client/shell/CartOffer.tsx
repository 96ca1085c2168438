import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useApi } from '../api/api-context.tsx';
import { useAppStore, useShop } from '../store/shop.tsx';
import { addVisit } from './carried-visit.ts';
import { findOtherShop, handOverCart } from './hand-over-cart.ts';
import { addCampaign, writeLocalizationCookie } from './localization.ts';

interface CartOfferProps {
  /** There is something in the cart. */
  isOffered: boolean;
  /** Leaves this page for another; a test gives its own. */
  assignLocation?: (url: string) => void;
}

const assignWindowLocation = (url: string) => window.location.assign(url);

/**
 * Takes the cart along in the site switch (`data-cart-offer`): always to another language of this shop, and to another shop if the visitor
 * ticks the box. Visitors without a cart do not load it.
 */
export function CartOffer({ isOffered, assignLocation = assignWindowLocation }: CartOfferProps) {
  const { t } = useShop();
  const api = useApi();
  const store = useAppStore();
  const [place, setPlace] = useState<Element | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => setPlace(document.querySelector('[data-cart-offer]')), []);

  useEffect(() => {
    const dialog = place?.closest('dialog');
    if (!api || !dialog || !isOffered) return;
    const { scope } = store.getState();
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
      if (!link || !dialog.contains(link) || hasModifier || event.button !== 0) return;
      const place = findOtherShop(scope, link.href);
      // Another language of this shop has the same cart, without a question.
      if (!place || !(place.isSameSite || isWanted)) return;
      event.preventDefault();
      event.stopPropagation();
      if (link.ariaBusy) return;
      link.ariaBusy = 'true';
      setHasFailed(false);
      handOverCart(api, scope, link.href)
        .then((url) => {
          writeLocalizationCookie(new Date());
          const direct = addCampaign(link.href, window.location.search);
          assignLocation(url ?? (place.isSameSite ? addVisit(direct) : direct));
        })
        .catch(() => setHasFailed(true))
        .finally(() => {
          link.ariaBusy = null;
        });
    };
    document.addEventListener('click', handleClick, true);
    return () => document.removeEventListener('click', handleClick, true);
  }, [api, store, place, isOffered, isWanted, assignLocation]);

  if (!place || !isOffered) return null;
  return createPortal(
    <>
      <TakeAlong onChange={setIsWanted} />
      {hasFailed && <p role="alert">{t('handover.failed')}</p>}
    </>,
    place,
  );
}

/** The box that one ticks to take the cart along. */
export function TakeAlong({ onChange }: { onChange: (isWanted: boolean) => void }) {
  const { t } = useShop();
  return (
    <label className="tap">
      <input type="checkbox" name="takeCart" onChange={({ target }) => onChange(target.checked)} />
      {t('handover.offer')}
    </label>
  );
}
