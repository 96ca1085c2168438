import {
  CONSENT_COOKIE,
  CONSENT_DAYS,
  type ConsentCategory,
  type ConsentChoice,
  consentCategories,
  formatConsent,
  parseConsent,
} from '../../shared/rules/consent.ts';

const listeners = new Set<() => void>();
/** Undefined until somebody asks: the server has no cookies to read. */
let choice: ConsentChoice | null | undefined;

function read(): ConsentChoice | null {
  choice = parseConsent(document.cookie, new Date());
  return choice;
}

function get(): ConsentChoice | null {
  return choice === undefined ? read() : choice;
}

/** Stores a choice for 365 days on this host and calls all subscribers. */
function write(made: ConsentChoice): void {
  choice = made;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${CONSENT_COOKIE}=${formatConsent(made)}; path=/; max-age=${CONSENT_DAYS * 86_400}; SameSite=Lax${secure}`;
  for (const listener of listeners) listener();
}

/** Another tab may have given or withdrawn consent meanwhile. */
function readAgain(): void {
  const before = JSON.stringify(choice);
  if (JSON.stringify(read()) !== before) for (const listener of listeners) listener();
}

/** What this visitor allows. For the browser only; nothing of it is ever in the server's HTML. */
export const consent = {
  /** True from the moment visitors have allowed it until they withdraw it: ask before each use. */
  isGranted: (category: ConsentCategory): boolean => get()?.answers[category] === true,
  /** True where the visitor has said yes or no to each of these. */
  hasAnswered: (categories: readonly ConsentCategory[]): boolean =>
    categories.every((category) => get()?.answers[category] !== undefined),
  /**
   * Keeps a choice for 365 days on this host and tells everyone who has subscribed.
   *
   * @param asked what the visitor was asked about; every other category keeps its answer
   */
  decide(asked: readonly ConsentCategory[], granted: readonly ConsentCategory[]): void {
    const answers = { ...get()?.answers };
    for (const category of asked) answers[category] = granted.includes(category);
    write({ chosenOn: new Date().toISOString().slice(0, 10), answers });
  },
  /**
   * Takes over the choice that the visitor made on another host of this site, unless a later one was made here. A choice has a day and no
   * time: of two of the same day, only what both allow is allowed.
   *
   * @param value of the cookie there; anything else changes nothing
   */
  receive(value: string): void {
    const received = parseConsent(`${CONSENT_COOKIE}=${value}`, new Date());
    const own = read();
    if (received === null || (own !== null && own.chosenOn > received.chosenOn)) return;
    if (own === null || own.chosenOn < received.chosenOn) {
      write(received);
      return;
    }
    const answers = { ...received.answers };
    for (const category of consentCategories) {
      if (own.answers[category] === false) answers[category] = false;
      else if (answers[category] === undefined && own.answers[category]) answers[category] = true;
    }
    write({ ...received, answers });
  },
  /**
   * Calls when the visitor chooses, here or in another tab. A category may be as it was before.
   *
   * @returns ends it
   */
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) document.addEventListener('visibilitychange', readAgain);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) document.removeEventListener('visibilitychange', readAgain);
    };
  },
  /** The choice as one word, for React: another word after each change. */
  getSnapshot: (): string => consentCategories.map((category) => String(get()?.answers[category])).join(' '),
};
