import { getLocalMoment } from '../../../shared/rules/site-calendar.ts';
import { useAppState, useShop } from '../../store/shop.tsx';

/** Writes moments by the calendar and the clock of the shop's country: the server does not know which ones the visitor has. */
export function useMoments() {
  const { formats } = useShop();
  const regionCode = useAppState((state) => state.scope.regionCode);
  /** '24 November 2026' @param instant as the API tells it */
  const writeDate = (instant: string): string =>
    formats.date(getLocalMoment(new Date(instant), regionCode).date);
  /** '24 November 2026, 20:41' @param instant as the API tells it */
  const writeMoment = (instant: string): string => {
    const { date, time } = getLocalMoment(new Date(instant), regionCode);
    return `${formats.date(date)}, ${formats.time(time)}`;
  };
  return { writeDate, writeMoment };
}
