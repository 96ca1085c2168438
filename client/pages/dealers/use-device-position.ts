import { useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import type { Coordinates } from '../../../shared/rules/locations.ts';

/** Reason why the device position is unavailable. */
export type DevicePositionFailure = 'denied' | 'unavailable' | 'late';

/** Timeout of the device, in milliseconds. */
const POSITION_TIMEOUT_MS = 10_000;
/** Maximum age of a cached position, in milliseconds. */
const MAX_POSITION_AGE_MS = 10 * MINUTE_MS;
/**
 * Rounds to about a hundred metres. More decimals would reveal more about the visitor without finding a
 * nearer dealer.
 */
const POSITION_DECIMALS = 3;

const failuresByCode: Readonly<Record<number, DevicePositionFailure>> = { 1: 'denied', 3: 'late' };
const roundDegrees = (degrees: number): number => Number(degrees.toFixed(POSITION_DECIMALS));

/** Requests the device position when the visitor presses the button. */
export function useDevicePosition(callbacks: {
  readonly onFound: (position: Coordinates) => void;
  readonly onFailure: (reason: DevicePositionFailure) => void;
}) {
  const [isOffered, setIsOffered] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const latest = useRef(callbacks);
  latest.current = callbacks;
  /** Token of the pending request. */
  const question = useRef<object | null>(null);
  useEffect(() => {
    setIsOffered('geolocation' in navigator);
    // A page restored from the back/forward cache is still in its busy state.
    const handleShow = () => setIsBusy(false);
    window.addEventListener('pageshow', handleShow);
    return () => {
      window.removeEventListener('pageshow', handleShow);
      question.current = null;
    };
  }, []);
  return {
    /** False until hydration, and in browsers without geolocation. */
    isOffered,
    isBusy,
    /**
     * Drops a pending request. The device may respond late, and a visitor who has navigated must not be
     * redirected.
     */
    forget: () => {
      question.current = null;
      setIsBusy(false);
    },
    ask: () => {
      if (isBusy) return;
      setIsBusy(true);
      const own = {};
      question.current = own;
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          if (question.current !== own) return;
          // Stays busy until the next page is loaded.
          latest.current.onFound({
            latitude: roundDegrees(coords.latitude),
            longitude: roundDegrees(coords.longitude),
          });
        },
        ({ code }) => {
          if (question.current !== own) return;
          setIsBusy(false);
          latest.current.onFailure(failuresByCode[code] ?? 'unavailable');
        },
        { timeout: POSITION_TIMEOUT_MS, maximumAge: MAX_POSITION_AGE_MS },
      );
    },
  };
}
