import { useAppState, useShop } from '../store/shop.tsx';
import type { FormReceipt } from './action-result.ts';

/** When a withdrawal was received, to the second, and where its receipt can be loaded. */
export function Receipt({ receipt: { receivedAt, timeZone, path } }: { receipt: FormReceipt }) {
  const { t } = useShop();
  const culture = useAppState(({ scope }) => scope.language.culture);
  const moment = new Date(receivedAt);
  // In the shop's time, as the receipt says it: the server does not know which one the visitor's clock shows. Zones are told by their
  // distance from UTC, since the names that browsers have for them differ.
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(culture, { ...options, timeZone }).format(moment).replace(/\s/g, ' ');
  const time = write({
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    // Some write no distance where there is none.
  }).replace(/\+0$/, '');
  return (
    <>
      <p>
        <strong>
          {t('withdrawal.received', {
            date: write({ day: 'numeric', month: 'long', year: 'numeric' }),
            time,
          })}
        </strong>
      </p>
      <p>
        <a className="tap" href={path} download>
          {t('withdrawal.receipt')}
        </a>
      </p>
    </>
  );
}
