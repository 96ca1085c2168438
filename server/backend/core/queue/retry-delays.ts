import { MINUTE_MS } from '../../../../shared/rules/durations.ts';

/** Delays between attempts in milliseconds: five take 5 hours, seven a day and a half, eight two and a half days. */
const delaysMs = [1, 5, 15, 60, 240, 720, 1440, 1440].map((minutes) => minutes * MINUTE_MS);

/** Returns the delays between the attempts of work that customers wait for. @param count number of retries */
export const getRetryDelays = (count: 5 | 7 | 8): readonly number[] => delaysMs.slice(0, count);
