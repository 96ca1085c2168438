import { useEffect, useState } from 'react';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './Progress.module.css';

/** Maximum percentage while loading, because the real progress is unknown. */
const maxLoadingPercentage = 95;
/** Time for which the full bar is visible, in milliseconds. */
const completeDisplayMs = 300;

interface ProgressProps {
  status: 'idle' | 'busy' | 'failed';
  /** Time in which the bar approaches its maximum, in milliseconds. */
  durationMs?: number;
  /** Time between two steps, in milliseconds. */
  stepMs?: number;
  /** Delay before the bar appears, in milliseconds. */
  delayMs?: number;
}

/**
 * Renders the progress bar at the top while a page is loading. It grows in random steps towards 95 %,
 * completes when the page is loaded, and changes to the failure colour if loading fails.
 */
export function Progress({ status, durationMs = 3000, stepMs = 100, delayMs = 200 }: ProgressProps) {
  const [percentage, setPercentage] = useState(0);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (status !== 'busy') return;
    setPercentage(0);
    setIsShown(false);
    const averageStep = (maxLoadingPercentage * stepMs) / durationMs;
    const stepper = setInterval(() => {
      setPercentage((done) => Math.min(maxLoadingPercentage, done + Math.random() * 2 * averageStep));
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
    const timer = setTimeout(() => setIsShown(false), completeDisplayMs);
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
