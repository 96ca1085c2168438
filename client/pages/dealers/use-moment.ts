import { useEffect, useState } from 'react';

/** Update interval in milliseconds. */
const MINUTE = 60_000;

/**
 * Returns the current time, updated every minute, or null until hydration. A cached or old page must not
 * claim that a dealer is open now.
 */
export function useMoment(): Date | null {
  const [moment, setMoment] = useState<Date | null>(null);
  useEffect(() => {
    const renew = () => setMoment(new Date());
    renew();
    const timer = window.setInterval(renew, MINUTE);
    // Browsers suspend timers in hidden tabs.
    document.addEventListener('visibilitychange', renew);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return moment;
}
