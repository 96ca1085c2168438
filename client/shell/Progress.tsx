import { useEffect, useState } from 'react';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './Progress.module.css';

/** What is done in a wait can only be guessed; the rest is kept for the end. */
const guessedPercentage = 95;
/** A full bar stays this long before it goes, in milliseconds. */
const completeShownMs = 300;

interface ProgressProps {
  status: 'idle' | 'busy' | 'failed';
  /** Time in which the bar comes near its end, in milliseconds. */
  durationMs?: number;
  /** Time between two steps, in milliseconds. */
  stepMs?: number;
  /** A wait shorter than this shows nothing, in milliseconds. */
  delayMs?: number;
}

/**
 * The bar on top while a page is on its way: grows by random steps towards 95 %, completes when the page is
 * there, turns to the failure colour when it cannot be had.
 */
export function Progress({ status, durationMs = 3000, stepMs = 100, delayMs = 200 }: ProgressProps) {
  const [percentage, setPercentage] = useState(0);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (status !== 'busy') return;
    setPercentage(0);
    setIsShown(false);
    const averageStep = (guessedPercentage * stepMs) / durationMs;
    const stepper = setInterval(() => {
      setPercentage((done) => Math.min(guessedPercentage, done + Math.random() * 2 * averageStep));
    }, stepMs);
    const shower = setTimeout(() => setIsShown(true), delayMs);
    return () => {
      clearInterval(stepper);
      clearTimeout(shower);
      setPercentage(100);
    };
  }, [status, durationMs, stepMs, delayMs]);

  useEffect(() => {
    if (status !== 'idle') return;
    const timer = setTimeout(() => setIsShown(false), completeShownMs);
    return () => clearTimeout(timer);
  }, [status]);

  const hasFailed = status === 'failed';
  return (
    <div className={styles.place}>
      {(isShown || hasFailed) && (
        <ProgressBar percentage={hasFailed ? 100 : percentage} hasFailed={hasFailed} />
      )}
    </div>
  );
}
