import { useAppState, useShop } from '../store/shop.tsx';
import type { FormReceipt } from './action-result.ts';

/** When a withdrawal was received, to the second, and where its receipt can be loaded. */
export function Receipt({ receipt: { receivedAt, path } }: { receipt: FormReceipt }) {
  const { t } = useShop();
  const culture = useAppState(({ scope }) => scope.language.culture);
  const moment = new Date(receivedAt);
  // In the time that is the same for everyone: the server does not know which one the visitor's clock shows.
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(culture, { ...options, timeZone: 'UTC' }).format(moment).replace(/\s/g, ' ');
  const time = write({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return (
    <>
      <p>
        <strong>
          {t('withdrawal.received', {
            date: write({ day: 'numeric', month: 'long', year: 'numeric' }),
            time: `${time} UTC`,
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
