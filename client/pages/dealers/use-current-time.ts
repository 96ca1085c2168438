import { useEffect, useState } from 'react';

/** Update interval in milliseconds. */
const UPDATE_INTERVAL_MS = 60_000;

/**
 * Returns the current time, updated every minute, or null until hydration. A cached or old page must not
 * claim that a dealer is open now.
 */
export function useCurrentTime(): Date | null {
  const [moment, setMoment] = useState<Date | null>(null);
  useEffect(() => {
    const update = () => setMoment(new Date());
    update();
    const timer = window.setInterval(update, UPDATE_INTERVAL_MS);
    // Browsers suspend timers in hidden tabs.
    document.addEventListener('visibilitychange', update);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return moment;
}
