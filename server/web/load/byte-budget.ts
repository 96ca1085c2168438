/** Bytes of one body or answer that are in memory because somebody outside is slow. */
export interface Holding {
  /** Says how many bytes it is now. */
  set(bytes: number): void;
  /** Nothing is held any more; a second call does nothing. */
  release(): void;
}

/** What all who are slow may hold together. */
export interface ByteBudget {
  /** Bytes that are held now. */
  readonly bytes: number;
  /** @param cut ends the exchange; called where it is the oldest of too much */
  hold(cut: () => void): Holding;
}

/**
 * Makes a bound for what is held in memory for others. Where it is too much the oldest goes: it has had the most time, so those who
 * have just come and are quick are served, however many there are who hold what they have.
 */
export function createByteBudget(maxBytes: number): ByteBudget {
  /** In order of arrival. */
  const holdings = new Map<Holding, { bytes: number; readonly cut: () => void }>();
  let total = 0;
  const remove = (holding: Holding) => {
    total -= holdings.get(holding)?.bytes ?? 0;
    holdings.delete(holding);
  };
  return {
    get bytes() {
      return total;
    },
    hold: (cut) => {
      const holding: Holding = {
        set: (bytes) => {
          const known = holdings.get(holding);
          if (!known) return;
          total += bytes - known.bytes;
          known.bytes = bytes;
          for (const [oldest, entry] of holdings) {
            if (total <= maxBytes) return;
            if (entry.bytes === 0) continue;
            remove(oldest);
            entry.cut();
          }
        },
        release: () => remove(holding),
      };
      holdings.set(holding, { bytes: 0, cut });
      return holding;
    },
  };
}
