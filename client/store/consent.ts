import {
  CONSENT_COOKIE,
  CONSENT_DAYS,
  type ConsentCategory,
  type ConsentChoice,
  formatConsent,
  optionalConsentCategories,
  parseConsent,
} from '../../shared/rules/consent.ts';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';

const choiceListeners = new Set<() => void>();
/** Undefined until it is first read, because the server has no cookies to read. */
let choice: ConsentChoice | null | undefined;

function read(): ConsentChoice | null {
  choice = parseConsent(document.cookie, new Date());
  return choice;
}

function get(): ConsentChoice | null {
  return choice === undefined ? read() : choice;
}

/** Stores a choice for 365 days on this host and notifies all subscribers. */
function writeChoice(made: ConsentChoice): void {
  choice = made;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${CONSENT_COOKIE}=${formatConsent(made)}; path=/; max-age=${CONSENT_DAYS * DAY_SECONDS}; SameSite=Lax${secure}`;
  for (const listener of choiceListeners) listener();
}

/** Reads the cookie again, because another tab may have changed the consent. */
function readCookieAgain(): void {
  const before = JSON.stringify(choice);
  if (JSON.stringify(read()) !== before) for (const listener of choiceListeners) listener();
}

/** The visitor's consent. Browser only; it is never in the server's HTML. */
export const consent = {
  /** Whether the visitor has allowed the category and not withdrawn it. Check it before each use. */
  isGranted: (category: ConsentCategory): boolean => get()?.answers[category] === true,
  /** Whether the visitor has answered for all of these categories. */
  hasAnswered: (categories: readonly ConsentCategory[]): boolean =>
    categories.every((category) => get()?.answers[category] !== undefined),
  /**
   * Stores a choice for 365 days on this host and notifies all subscribers.
   *
   * @param requestedCategories categories that the visitor was asked about; all others keep their answer
   */
  decide(requestedCategories: readonly ConsentCategory[], granted: readonly ConsentCategory[]): void {
    const answers = { ...get()?.answers };
    for (const category of requestedCategories) answers[category] = granted.includes(category);
    writeChoice({ chosenOn: new Date().toISOString().slice(0, 10), answers });
  },
  /**
   * Takes over the choice from another host of this site, unless a later one was made here. A choice has a
   * date and no time: of two choices on the same day, only categories allowed by both are allowed.
   *
   * @param value value of the cookie there; an invalid value changes nothing
   */
  receive(value: string): void {
    const received = parseConsent(`${CONSENT_COOKIE}=${value}`, new Date());
    const own = read();
    if (received === null || (own !== null && own.chosenOn > received.chosenOn)) return;
    if (own === null || own.chosenOn < received.chosenOn) {
      writeChoice(received);
      return;
    }
    const answers = { ...received.answers };
    for (const category of optionalConsentCategories) {
      if (own.answers[category] === false) answers[category] = false;
      else if (answers[category] === undefined && own.answers[category]) answers[category] = true;
    }
    writeChoice({ ...received, answers });
  },
  /**
   * Calls the listener when the visitor chooses in this or another tab, even if a category is unchanged.
   *
   * @returns function that removes the listener
   */
  subscribe(listener: () => void): () => void {
    if (choiceListeners.size === 0) document.addEventListener('visibilitychange', readCookieAgain);
    choiceListeners.add(listener);
    return () => {
      choiceListeners.delete(listener);
      if (choiceListeners.size === 0) document.removeEventListener('visibilitychange', readCookieAgain);
    };
  },
  /** Returns the choice as a string for React. Each change returns another string. */
  getSnapshot: (): string =>
    optionalConsentCategories.map((category) => String(get()?.answers[category])).join(' '),
};
