import { useEffect, useRef, useState } from 'react';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { useApi } from '../api/api-context.tsx';
import { describeCartContents, describeCartFormResult } from '../features/cart/cart-messages.ts';
import { ImpersonationBar } from '../features/cart/ImpersonationBar.tsx';
import type { ActionResult } from '../forms/action-result.ts';
import { sendFormNatively } from '../forms/unsent-forms.ts';
import { onPageRestored } from '../navigation/on-page-restored.ts';
import { usePages } from '../pages/pages-context.ts';
import { cart, useCart } from '../store/cart.ts';
import { createIdempotencyKey } from '../store/idempotency-key.ts';
import { useAppState, useAppStore, useShop } from '../store/shop.tsx';
import { showActionResult } from '../store/show-page.ts';
import { announceCartChange, getBrowserCart } from '../store/visitor-cart-id.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Dialog, openDialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { CartTransferOffer } from './CartTransferOffer.tsx';
import styles from './MiniCart.module.css';
import { MiniCartLines } from './MiniCartLines.tsx';
import { MiniCartRefusal } from './MiniCartRefusal.tsx';
import { MINI_CART_ID, useMiniCartFocus } from './mini-cart-focus.ts';
import { showCartCount } from './show-cart-count.ts';

/** A sent form that adds a product, and its result. */
export interface Addition {
  readonly form: HTMLFormElement;
  readonly productVariantId: number;
  /** Name of the product. */
  readonly title: string;
  /** The same for every attempt, so that only one counts. */
  readonly idempotencyKey: string;
  readonly result: ActionResult;
}

export interface MiniCartProps {
  /** Forms that were sent before this component was loaded. */
  pendingForms: ReadonlySet<HTMLFormElement>;
}

/**
 * Adds the products of forms to the cart, shows the cart in a drawer, and updates the count in the header. On
 * the cart page the drawer stays closed.
 */
export function MiniCart({ pendingForms: wishes }: MiniCartProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const locale = useAppState((state) => state.scope.language.code);
  const isOnCartPage = useAppState((state) => state.page.data.kind === 'cart');
  const { loaded, status } = useCart();
  const { calculatedCart } = loaded;
  const [latest, setLatest] = useState<Addition | null>(null);
  const add = useAddToCart(setLatest);
  const message = useCartMessage();
  useMiniCartFocus(latest);
  useMiniCartFocus(calculatedCart);

  useEffect(() => {
    for (const form of wishes) void add.current(form);
  }, [wishes, add]);

  useEffect(() => {
    // After a failed load the previous count stays.
    if (status === 'ready') showCartCount(t, calculatedCart);
  }, [t, status, calculatedCart]);

  const isRefused = latest?.result.status === 'refused';
  return (
    <>
      {loaded.cart?.impersonatedUntil && !isOnCartPage && (
        <ImpersonationBar cart={loaded.cart} until={loaded.cart.impersonatedUntil} />
      )}
      <CartTransferOffer isOffered={calculatedCart !== null && calculatedCart.products.length > 0} />
      <Dialog
        id={MINI_CART_ID}
        title={
          <span className={styles.heading}>
            <Icon name={isRefused ? 'warning' : 'check'} size="small" />
            {t(isRefused ? 'add.refused' : 'add.done')}
          </span>
        }
        closeLabel={t('add.close')}
        place="right"
        foot={
          <div className="stack">
            {calculatedCart && (
              <p className="row between">
                <span>{describeCartContents(shop, calculatedCart)}</span>
                <strong>
                  <VisuallyHidden>{t('cart.products')} </VisuallyHidden>
                  {formats.euro(calculatedCart.subTotalAmount)}
                </strong>
              </p>
            )}
            <ButtonLink href={getCartPath(locale)} size="large" full>
              {t('add.viewCart')}
            </ButtonLink>
          </div>
        }
      >
        {/* Always rendered, so that new content is announced once, and not each time the drawer opens. */}
        <div role="status">
          <VisuallyHidden>{message}</VisuallyHidden>
          {latest && status === 'failed' && <p className={styles.hint}>{t('cart.failed')}</p>}
        </div>
        {latest && isRefused && (
          <MiniCartRefusal
            addition={latest}
            calculated={calculatedCart}
            onRetry={() => void add.current(latest.form, latest.idempotencyKey)}
          />
        )}
        {latest && calculatedCart && (
          <MiniCartLines
            calculated={calculatedCart}
            first={isRefused ? null : latest.productVariantId}
            isLoading={status === 'loading'}
          />
        )}
      </Dialog>
    </>
  );
}

/**
 * Listens for forms that add products, and follows changes of the cart.
 *
 * @returns function that sends a form; its key is that of an earlier attempt
 */
function useAddToCart(onDone: (addition: Addition) => void) {
  const api = useApi();
  const pages = usePages();
  const store = useAppStore();
  const busy = useRef(new Set<HTMLFormElement>());

  const send = async (form: HTMLFormElement, idempotencyKey: string): Promise<ActionResult | null> => {
    const getAction = pages?.findFormAction('cart-add');
    if (!api || !pages || !getAction)
      throw new Error('The action that adds a product to the cart is not available');
    const code = await Promise.all([import('../forms/form-action.ts'), getAction()]).catch(() => null);
    if (!code) {
      // The form is submitted natively. Nothing has been sent yet, so it is sent once.
      await sendFormNatively(form, null);
      return null;
    }
    const [{ readSentForm, runFormAction }, action] = code;
    const { scope } = store.getState();
    const sent = new FormData(form);
    sent.set('idempotencyKey', idempotencyKey);
    const { result, changed } = await runFormAction(action, readSentForm(sent), {
      api,
      cart: getBrowserCart(scope),
      scope,
      options: {},
    });
    if (changed.includes('cart')) announceCartChange();
    // The announced change has started loading the cart.
    await Promise.all([pages.invalidate(changed), cart.settle()]);
    return result;
  };

  const add = async (form: HTMLFormElement, idempotencyKey = createIdempotencyKey()): Promise<void> => {
    const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (!button || busy.current.has(form)) return;
    busy.current.add(form);
    button.ariaBusy = 'true';
    const result = await send(form, idempotencyKey).catch((error: unknown): ActionResult => {
      // A programming error with unknown progress is reported to the visitor and to the error service.
      globalThis.reportError(error);
      const problems = [{ field: null, code: 'failed' }];
      return { form: 'cart-add', of: '', status: 'refused', values: {}, problems };
    });
    busy.current.delete(form);
    button.ariaBusy = null;
    if (!result) return;
    showActionResult(store, result);
    if (store.getState().page.data.kind === 'cart') return;
    const productVariantId = Number(new FormData(form).get('productVariantId'));
    onDone({ form, productVariantId, title: form.dataset.addToCart ?? '', idempotencyKey, result });
    // Some browsers do not focus a pressed button. The focused element receives the focus again when the
    // drawer closes.
    if (!button.closest('dialog')) button.focus({ preventScroll: true });
    openDialog(MINI_CART_ID, button);
  };
  const latest = useRef(add);
  latest.current = add;

  useEffect(() => {
    if (!api) return;
    const handleSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.dataset.addToCart === undefined) return;
      // While offline, `preventOfflineSubmits` keeps the form.
      if (!navigator.onLine) return;
      event.preventDefault();
      void latest.current(form);
    };
    const { scope } = store.getState();
    const stopFollowing = cart.follow(api, scope);
    document.addEventListener('submit', handleSubmit, true);
    const stopWatching = onPageRestored(() => void cart.load(api, scope));
    return () => {
      stopFollowing();
      document.removeEventListener('submit', handleSubmit, true);
      stopWatching();
    };
  }, [api, store]);
  return latest;
}

/** Returns the message about the last form of the cart, once per form, as soon as the new cart is loaded. */
function useCartMessage(): string {
  const shop = useShop();
  const result = useAppState((state) => state.request.form);
  const { loaded, status } = useCart();
  const announcedResult = useRef(result);
  const [message, setMessage] = useState('');
  useEffect(() => {
    if ((status !== 'ready' && status !== 'failed') || announcedResult.current === result) return;
    announcedResult.current = result;
    // After a failed load the contents are unknown, so the previous message is removed.
    const isDone = result?.status === 'done' && status === 'ready';
    setMessage((isDone && describeCartFormResult(shop, result, loaded.calculatedCart)) || '');
  }, [shop, result, status, loaded]);
  return message;
}
