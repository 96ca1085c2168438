import { useEffect, useState } from 'react';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';

/** Update interval in milliseconds. */
const UPDATE_INTERVAL_MS = MINUTE_MS;

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
