import { getLocalMoment } from '../../../shared/rules/country-local-time.ts';
import { useAppState, useShop } from '../../store/shop.tsx';

/**
 * Returns formatters for instants in the shop's time zone, because the server does not know the visitor's
 * time zone.
 */
export function useTimeFormats() {
  const { formats } = useShop();
  const regionCode = useAppState((state) => state.scope.regionCode);
  /** Formats as '24 November 2026'. @param instant as the API returns it */
  const formatInstantDate = (instant: string): string =>
    formats.date(getLocalMoment(new Date(instant), regionCode).date);
  /** Formats as '24 November 2026, 20:41'. @param instant as the API returns it */
  const formatInstant = (instant: string): string => {
    const { date, time } = getLocalMoment(new Date(instant), regionCode);
    return `${formats.date(date)}, ${formats.time(time)}`;
  };
  return { writeDate: formatInstantDate, formatInstant };
}
