/** A visitor who requests a password hash. */
export interface PasswordHashVisitor<Site> {
  readonly site: Site;
  /** Cookie of a known browser, not verified yet. */
  readonly knownCookie: string | null;
  /** Value of the header; undefined if it is missing. */
  readonly botCheckToken: string | undefined;
}

/** Decides which visitors may join the queue of the password hasher while it is half full. */
export interface PasswordHashGate<Site> {
  /** Returns whether the queue of the hasher is half full. */
  isQueueHalfFull(): boolean;
  /**
   * Admits a visitor while the queue is half full if the visitor has a known browser or a proof of work.
   *
   * @throws ProblemError `bot_check_required`, or `too_many_attempts` with a wait of one or two seconds if
   * the visitor cannot solve challenges
   */
  admit(visitor: PasswordHashVisitor<Site>): Promise<void>;
}
