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

/** The visitor's cart id, on the server and in the browser. */
export interface CartIdStore {
  /**
   * Null if the visitor has no cart on this site. Anyone who knows the id can read and change the cart.
   * Therefore it is sent in calls only, and is never in a page URL, a log or shared content.
   */
  readonly id: string | null;
  /** Assigns the cart with this id to the visitor. */
  keep(id: string): void;
  /**
   * Clears the cart in memory and storage. The cookie stays, so that the next load finds the cart again,
   * unless the backend has reported that it no longer exists.
   */
  forget(options: { isGone: boolean }): void;
}

type CartScope = Pick<ScopeState, 'site' | 'language'>;

/**
 * Cart id in memory, for a browser that allows neither storage nor cookies. It lasts as long as the page, and
 * is cleared together with the cookie.
 */
let rememberedCartId: string | null = null;

/** @returns undefined if the browser forbids storage */
function readStorage(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Writes to the storage. If it is full or forbidden, the cookie identifies the cart. */
function writeStorage(values: Readonly<Record<string, string | null>>): void {
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
  } catch {}
}

const isSecurePage = () => window.location.protocol === 'https:';

function readCartCookie(): string | null {
  const name = `${getCookieName('cart', isSecurePage())}=`;
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length);
  return isCartId(value) ? value : null;
}

function deleteCartCookie(): void {
  const secure = isSecurePage() ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${getCookieName('cart', isSecurePage())}=; path=/; max-age=0; SameSite=Lax${secure}`;
}

/**
 * Returns the cart of this browser. The cookie takes precedence over the storage, because the server reads it
 * for the cart page and for forms without script. The storage is used if cookies are forbidden, memory if
 * both are.
 */
export function getBrowserCart({ site, language }: CartScope): CartIdStore {
  const find = (): string | null => {
    const inCookie = readCartCookie();
    if (inCookie !== null) return inCookie;
    const stored = readStorage(CART_ID_STORAGE_KEY);
    if (isCartId(stored)) return readStorage(CART_SITE_STORAGE_KEY) === String(site.siteId) ? stored : null;
    return rememberedCartId;
  };
  /** Cart id that was last read or assigned through this object; `forget` applies to it. */
  let known: string | null = null;
  return {
    get id() {
      known = find();
      return known;
    },
    keep: (id) => {
      known = id;
      rememberedCartId = id;
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
      rememberedCartId = null;
      // A form without script may have created another cart in the meantime, which still exists.
      if (readCartCookie() === id) deleteCartCookie();
    },
  };
}

/** Notifies all listeners in this and other tabs that the cart has changed. */
export function announceCartChange(): void {
  writeStorage({ [CART_CHANGED_STORAGE_KEY]: `${Date.now()} ${Math.random()}` });
  window.dispatchEvent(new Event(CART_CHANGED_EVENT));
}

/**
 * Calls the listener when the cart has changed.
 *
 * @param listener called with whether another tab has changed it
 * @returns function that removes the listener
 */
export function onCartChange(listener: (isOtherTab: boolean) => void): () => void {
  const here = () => listener(false);
  // A null key means that the whole storage was cleared.
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
