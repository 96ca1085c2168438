import { getCookieName } from '../../shared/contract/cookies.ts';
import {
  CART_CHANGED_EVENT,
  CART_CHANGED_STORAGE_KEY,
  CART_ID_STORAGE_KEY,
  CART_LANGUAGE_STORAGE_KEY,
  CART_SITE_STORAGE_KEY,
  isCartId,
} from '../../shared/rules/cart/cart-storage.ts';
import type { ScopeState } from './app-store.ts';

/** Which cart is the visitor's, on the server and in the browser. */
export interface VisitorCart {
  /**
   * Null where they have none on this site. Whoever has it may see and change the cart, so it goes into calls, and never into the address
   * of a page, a log or what is the same for everyone.
   */
  readonly id: string | null;
  /** The cart with this id is theirs. */
  keep(id: string): void;
  /**
   * What the program knows of the cart is cleared. The cookie stays, so that the next load finds the cart again, unless the backend has
   * said that it is gone.
   */
  forget(options: { isGone: boolean }): void;
}

type CartScope = Pick<ScopeState, 'site' | 'language'>;

/** For the life of the page, where the browser keeps neither storage nor cookies. It goes when the cookie does. */
let remembered: string | null = null;

/** @returns undefined where the browser refuses its storage */
function readStorage(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Full or forbidden: then the cookie says which cart it is. */
function writeStorage(values: Readonly<Record<string, string | null>>): void {
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
  } catch {}
}

const isSecure = () => window.location.protocol === 'https:';

function readCookie(): string | null {
  const name = `${getCookieName('cart', isSecure())}=`;
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length);
  return isCartId(value) ? value : null;
}

function endCookie(): void {
  const secure = isSecure() ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${getCookieName('cart', isSecure())}=; path=/; max-age=0; SameSite=Lax${secure}`;
}

/**
 * The cart of this browser. The cookie counts before the storage: by it the server renders the cart's page and forms without script find
 * the cart. The storage helps where cookies are refused, memory where both are.
 */
export function getBrowserCart({ site, language }: CartScope): VisitorCart {
  const find = (): string | null => {
    const inCookie = readCookie();
    if (inCookie !== null) return inCookie;
    const stored = readStorage(CART_ID_STORAGE_KEY);
    if (isCartId(stored)) return readStorage(CART_SITE_STORAGE_KEY) === String(site.siteId) ? stored : null;
    return remembered;
  };
  /** What the holder of this object knows as the cart: what becomes of it is said of that one. */
  let known: string | null = null;
  return {
    get id() {
      known = find();
      return known;
    },
    keep: (id) => {
      known = id;
      remembered = id;
      writeStorage({
        [CART_ID_STORAGE_KEY]: id,
        [CART_SITE_STORAGE_KEY]: String(site.siteId),
        [CART_LANGUAGE_STORAGE_KEY]: String(language.languageId),
      });
    },
    forget: ({ isGone }) => {
      const id = known ?? find();
      writeStorage({
        [CART_ID_STORAGE_KEY]: null,
        [CART_SITE_STORAGE_KEY]: null,
        [CART_LANGUAGE_STORAGE_KEY]: null,
      });
      if (!isGone) return;
      remembered = null;
      // A form without script may have made another cart meanwhile: that one is not gone.
      if (readCookie() === id) endCookie();
    },
  };
}

/** Tells everyone who listens, here and in other tabs, that the cart is another than it was. */
export function announceCartChange(): void {
  writeStorage({ [CART_CHANGED_STORAGE_KEY]: `${Date.now()} ${Math.random()}` });
  window.dispatchEvent(new Event(CART_CHANGED_EVENT));
}

/**
 * Calls when the cart has changed.
 *
 * @param listener told whether another tab has changed it
 * @returns ends it
 */
export function onCartChange(listener: (isElsewhere: boolean) => void): () => void {
  const here = () => listener(false);
  // A null key: the whole storage was cleared.
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === CART_CHANGED_STORAGE_KEY || key === null) listener(true);
  };
  window.addEventListener(CART_CHANGED_EVENT, here);
  window.addEventListener('storage', elsewhere);
  return () => {
    window.removeEventListener(CART_CHANGED_EVENT, here);
    window.removeEventListener('storage', elsewhere);
  };
}
