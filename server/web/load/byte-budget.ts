/** Bytes of one body or answer that are in memory because a client is slow. */
export interface Holding {
  /** Sets the current number of bytes. */
  set(bytes: number): void;
  /** Releases all bytes; a second call does nothing. */
  release(): void;
}

/** Memory limit for all slow clients together. */
export interface ByteBudget {
  /** Number of bytes currently held. */
  readonly bytes: number;
  /** @param cut ends the exchange; called if the total is exceeded and this holding is the oldest */
  hold(cut: () => void): Holding;
}

/**
 * Creates a limit for bytes that are held in memory for clients. If it is exceeded, the oldest exchange is
 * ended, since it has had the most time. New and quick clients are therefore served, however many slow ones
 * there are.
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
