import { getLocalMoment } from '../../../shared/rules/country-local-time.ts';
import { getOpenState } from '../../../shared/rules/opening-hours.ts';
import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import { formatAddress } from '../../features/checkout/checkout-messages.ts';
import { formatOpeningHours, formatTimeOfDay } from '../../features/locations/format-opening-hours.ts';
import { type Shop, useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CollectAtDealerForm } from './CollectAtDealerForm.tsx';
import styles from './DealerItem.module.css';
import { getDirectionsUrl } from './map-urls.ts';
import type { DealerView } from './page.ts';

interface DealerItemProps {
  dealer: DealerView;
  /** Number on the map; null if the dealer is not on the map. */
  number: number | null;
  /** Null until hydration. */
  moment: Date | null;
}

/** Returns the ISO weekday of a calendar date such as 2026-11-25. */
const getWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/** Describes the current state, such as 'Open until 18:00', in the time zone of the dealer. */
function describeOpening({ t, formats }: Shop, dealer: DealerView, moment: Date): string {
  const { date, time } = getLocalMoment(moment, dealer.regionCode, dealer.longitude);
  const state = getOpenState(dealer.openingHours, getWeekday(date), time);
  switch (state.kind) {
    case 'open':
      return t('dealers.openUntil', { time: formatTimeOfDay(state.until, formats) });
    case 'always':
      return t('dealers.alwaysOpen');
    case 'opensToday':
      return t('dealers.opensToday', { time: formatTimeOfDay(state.at, formats) });
    case 'opensTomorrow':
      return t('dealers.opensTomorrow', { time: formatTimeOfDay(state.at, formats) });
    case 'opens':
      return t('dealers.opens', {
        day: formats.weekday(state.day),
        time: formatTimeOfDay(state.at, formats),
      });
    case 'never':
      return '';
  }
}

/** Renders one dealer: address, distance, opening hours, offers and contact links. */
export function DealerItem({ dealer, number, moment }: DealerItemProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const { name, openingHours, phoneNumber, distanceMetres } = dealer;
  const facets = [
    dealer.isPickupPoint && t('dealers.badge.pickup'),
    dealer.hasFullRange && t('dealers.badge.full'),
  ].filter((words) => words !== false);
  return (
    <li className={styles.dealer}>
      {number !== null && (
        <b className={styles.number} aria-hidden="true">
          {number}
        </b>
      )}
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 className={styles.name}>{name}</h2>
          {distanceMetres !== null && (
            <span className="small">
              {t('checkout.distance', {
                km: formats.number(distanceMetres / 1000, distanceMetres < 10_000 ? 1 : 0),
              })}
            </span>
          )}
        </div>
        <p>{formatAddress(dealer.address)}</p>
        {openingHours.length > 0 && (
          <p className={styles.hours}>
            <span className={styles.now}>{moment && describeOpening(shop, dealer, moment)}</span>
            <span className="small soft">
              {openingHours.map((hours) => formatOpeningHours(hours, formats)).join('; ')}
            </span>
          </p>
        )}
        {(facets.length > 0 || dealer.offersSampleDropOff) && (
          <ul className={styles.facets}>
            {facets.map((words) => (
              <li key={words}>
                <Badge>{words}</Badge>
              </li>
            ))}
            {dealer.offersSampleDropOff && (
              <li>
                <Badge tone="info">{t('dealers.badge.samples')}</Badge>
              </li>
            )}
          </ul>
        )}
        <div className={styles.ways}>
          {dealer.isPickupPoint && <CollectAtDealerForm dealerId={dealer.dealerId} name={name} />}
          {phoneNumber !== null && (
            <a className="tap" href={getPhoneUrl(phoneNumber)}>
              <Icon name="phone" size="small" />
              {phoneNumber}
            </a>
          )}
          <a
            className="tap"
            href={getDirectionsUrl(dealer)}
            rel="noreferrer"
            aria-label={t('dealers.routeTo', { name })}
          >
            <Icon name="pin" size="small" />
            {t('dealers.route')}
          </a>
        </div>
      </div>
    </li>
  );
}
