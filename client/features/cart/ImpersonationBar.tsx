import { useEffect, useState } from 'react';
import type { Cart } from '../../../shared/contract/carts.ts';
import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ImpersonationBar.module.css';

/**
 * Returns hours and minutes of an instant in the browser's time zone. The server does not know that zone and
 * renders UTC.
 */
function useTimeOfDay(instant: string): string {
  const { formats } = useShop();
  const [local, setLocal] = useState<string | null>(null);
  useEffect(() => {
    const date = new Date(instant);
    const pad = (value: number) => String(value).padStart(2, '0');
    setLocal(`${pad(date.getHours())}:${pad(date.getMinutes())}`);
  }, [instant]);
  return local === null ? `${formats.time(instant.slice(11, 16))} UTC` : formats.time(local);
}

interface ImpersonationBarProps {
  cart: Pick<Cart, 'cartNumber'>;
  /** End of the impersonation. */
  until: string;
}

/**
 * Shows a staff member that this is a customer's cart and until when, with a button to leave it. Disappears
 * when the time is over.
 */
export function ImpersonationBar({ cart: { cartNumber }, until }: ImpersonationBarProps) {
  const { t } = useShop();
  const form = useForm('cart-leave');
  const [isExpired, setIsExpired] = useState(false);
  const time = useTimeOfDay(until);
  useEffect(() => {
    const left = Date.parse(until) - Date.now();
    setIsExpired(left <= 0);
    const timer = window.setTimeout(() => setIsExpired(true), Math.max(0, left));
    return () => window.clearTimeout(timer);
  }, [until]);
  if (isExpired) return null;
  return (
    <section className={styles.bar} aria-label={t('impersonation.label')}>
      <div className="wrap row small">
        <Icon name="person" />
        <p>
          <strong>{t('impersonation.whose', { number: cartNumber })}</strong>{' '}
          {t('impersonation.until', { time })}
        </p>
        <form ref={form.ref} method="post" onSubmit={form.onSubmit}>
          <FormName name="cart-leave" />
          <Button type="submit" variant="brand" busy={form.isBusy}>
            {t('impersonation.leave')}
          </Button>
        </form>
      </div>
    </section>
  );
}
