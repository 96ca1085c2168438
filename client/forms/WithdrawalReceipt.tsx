import { useAppState, useShop } from '../store/shop.tsx';
import type { FormReceipt } from './action-result.ts';

/** Renders the receipt time of a withdrawal, to the second, and a link to download the receipt. */
export function WithdrawalReceipt({ receipt: { receivedAt, timeZone, path } }: { receipt: FormReceipt }) {
  const { t } = useShop();
  const culture = useAppState(({ scope }) => scope.language.culture);
  const moment = new Date(receivedAt);
  // Uses the shop's time zone, like the receipt itself, because the server does not know the visitor's. The
  // zone is shown as UTC offset, since browsers name zones differently.
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(culture, { ...options, timeZone }).format(moment).replace(/\s/g, ' ');
  const time = write({
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    // Some browsers omit a zero offset, others write `+0`.
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
