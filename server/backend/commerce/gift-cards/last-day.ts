/** Returns the last day on which a card is valid, by UTC. `endsAt` is the first moment after it. */
export const toLastDay = (endsAt: Date): string => new Date(endsAt.getTime() - 1).toISOString().slice(0, 10);
