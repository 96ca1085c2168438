import { useEffect, useRef, useState } from 'react';
import type { Coordinates } from '../../../shared/rules/places.ts';

/** Why nobody can say where the device is. */
export type PositionFailure = 'denied' | 'unavailable' | 'late';

/** As long as a device may look for itself, in milliseconds. */
const PATIENCE_MS = 10_000;
/** A position that is younger is as good, in milliseconds. */
const MOST_AGE_MS = 10 * 60_000;
/** To a hundred metres: what is further behind the point is nobody's business, and finds no nearer dealer. */
const DECIMALS = 3;

const failures: Readonly<Record<number, PositionFailure>> = { 1: 'denied', 3: 'late' };
const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** Asks a device where it is, at a press only. */
export function usePosition(told: {
  readonly onFound: (position: Coordinates) => void;
  readonly onFailure: (reason: PositionFailure) => void;
}) {
  const [isOffered, setIsOffered] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const latest = useRef(told);
  latest.current = told;
  /** The question whose answer is waited for. */
  const question = useRef<object | null>(null);
  useEffect(() => {
    setIsOffered('geolocation' in navigator);
    // A browser that kept this page while the next one was there brings it back as it was left.
    const handleShow = () => setIsBusy(false);
    window.addEventListener('pageshow', handleShow);
    return () => {
      window.removeEventListener('pageshow', handleShow);
      question.current = null;
    };
  }, []);
  return {
    /** False until the page lives in a browser that can be asked. */
    isOffered,
    isBusy,
    /** The answer of a device may take long: whoever has gone another way meanwhile is not brought back by it. */
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
          // Busy until the next page is there.
          latest.current.onFound({ latitude: round(coords.latitude), longitude: round(coords.longitude) });
        },
        ({ code }) => {
          if (question.current !== own) return;
          setIsBusy(false);
          latest.current.onFailure(failures[code] ?? 'unavailable');
        },
        { timeout: PATIENCE_MS, maximumAge: MOST_AGE_MS },
      );
    },
  };
}
