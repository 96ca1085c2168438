import { useEffect, useState } from 'react';

/** What is said of a moment is looked at anew after this time, in milliseconds. */
const MINUTE = 60_000;

/**
 * The moment, renewed each minute; null until the page lives in a browser. A page that caches keep, and one that was read an hour ago, must not say of
 * a shop that it is open now.
 */
export function useMoment(): Date | null {
  const [moment, setMoment] = useState<Date | null>(null);
  useEffect(() => {
    const renew = () => setMoment(new Date());
    renew();
    const timer = window.setInterval(renew, MINUTE);
    // Timers rest in a tab that nobody sees.
    document.addEventListener('visibilitychange', renew);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return moment;
}
