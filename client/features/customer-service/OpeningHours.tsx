import { getOpeningWeek, type OpeningRow } from '../../../shared/rules/opening-hours.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Table } from '../../ui/Table.tsx';

/** Dash that keeps both times on one line. */
const UNBROKEN_DASH = '\u2060–\u2060';

/** Renders the phone hours of customer service, Monday first. Renders nothing if the site has no hours. */
export function OpeningHours() {
  const { t, formats } = useShop();
  const openingHours = useAppState((state) => state.scope.site.openingHours);
  if (openingHours.length === 0) return null;

  function formatDays({ firstDay, lastDay }: OpeningRow): string {
    const first = formats.weekday(firstDay);
    return firstDay === lastDay ? first : t('service.dayRange', { first, last: formats.weekday(lastDay) });
  }
  function formatTimes({ times }: OpeningRow): string {
    if (times.length === 0) return t('service.closed');
    return times.map(({ from, to }) => `${formats.time(from)}${UNBROKEN_DASH}${formats.time(to)}`).join(', ');
  }

  return (
    <Table
      caption={t('service.openingHours')}
      rows={getOpeningWeek(openingHours).map((row) => ({
        key: String(row.firstDay),
        header: formatDays(row),
        value: formatTimes(row),
      }))}
    />
  );
}
