import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { addReturnPath } from '../../../shared/rules/account/return-path.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { listBatchNames } from '../../../shared/rules/cart/roughage-samples.ts';
import {
  describeCartContents,
  describeCartFormResult,
  describeProblem,
} from '../../features/cart/cart-messages.ts';
import { ImpersonationBar } from '../../features/cart/ImpersonationBar.tsx';
import { ProductGrid } from '../../features/catalogue/ProductGrid.tsx';
import { CategoryLinks } from '../../features/next-links/CategoryLinks.tsx';
import { useRecentlyViewed } from '../../features/recently-viewed/use-recently-viewed.ts';
import type { FormCartLine } from '../../forms/action-result.ts';
import { type FormState, useForm } from '../../forms/use-form.ts';
import { onPageRestored } from '../../navigation/on-page-restored.ts';
import { cart as cartStore } from '../../store/cart.ts';
import type { CalculatedCartView } from '../../store/fetch-cart.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { announceCartChange, getBrowserCart, onCartChange } from '../../store/visitor-cart-id.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ImplicitSubmitButton } from '../../ui/ImplicitSubmitButton.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { usePages } from '../pages-context.ts';
import { CartLine, getCartLineId, RemoveForm } from './CartLine.tsx';
import { CartNotice } from './CartNotice.tsx';
import styles from './CartPage.module.css';
import { CartSummary } from './CartSummary.tsx';
import { SAMPLE_FORM_ID } from './sample-form-names.ts';

/**
 * Forms that belong to a line or to another page. Their errors are shown at the top if their line is not on
 * the page.
 */
const formsWithUnmatchedProblems: ReadonlySet<string> = new Set([
  'cart-add',
  'cart-quantity',
  'cart-remove',
  'cart-sample',
  'cart-sample-remove',
  'cart-undo',
]);

/** Renders the lines and totals of the cart, or next links if it is empty. */
export function CartPage({ data }: { data: PageDataOf<'cart'> }) {
  const shop = useShop();
  const { t } = shop;
  const { loaded, isFailed, usps } = data;
  const recommended = useLastLoadedProducts(data.recommended);
  const { calculatedCart } = loaded;
  const heading = useRef<HTMLHeadingElement>(null);
  const news = useCartPageMessage(calculatedCart);
  const removedAt = useRowFocus(calculatedCart, heading);
  useCartOfTab(data);
  const samples = useForm('cart-sample');

  const isEmpty =
    !calculatedCart || calculatedCart.products.length + calculatedCart.unavailableProducts.length === 0;
  const notice = news?.isVisible && <CartNotice text={news.text} removed={news.removed} />;
  return (
    <div className={styles.page}>
      {loaded.cart?.impersonatedUntil && (
        <ImpersonationBar cart={loaded.cart} until={loaded.cart.impersonatedUntil} />
      )}
      <div className="wrap">
        <h1 ref={heading} tabIndex={-1}>
          {t('cart.title')}
        </h1>
        {data.unpaidOrder && <UnpaidOrderNotice order={data.unpaidOrder} />}
        {!news?.removed && <UnmatchedProblem calculated={calculatedCart} />}
        {isFailed && (
          <div className={styles.message}>
            <Notice tone="error" role="alert">
              <p>{t('cart.failed')}</p>
            </Notice>
            <RetryLink />
          </div>
        )}
        {!isFailed && isEmpty && (
          <div className={styles.message}>
            {notice}
            <p className="lead">{t('cart.empty')}</p>
            {data.asksToSignIn && <SignInForCartHint />}
          </div>
        )}
        {calculatedCart && !isEmpty && (
          <>
            <p className="soft">{describeCartContents(shop, calculatedCart)}</p>
            <div className={styles.split}>
              <div>
                <CartLines
                  calculated={calculatedCart}
                  samples={samples}
                  notice={notice}
                  noticeAt={removedAt}
                />
                {loaded.cart && !loaded.cart.impersonatedUntil && (
                  <p className={joinClasses('soft', styles.number)}>
                    {t('cart.number', { number: loaded.cart.cartNumber })}
                  </p>
                )}
              </div>
              <div className={styles.aside}>
                <CartSummary calculated={calculatedCart} samples={samples} usps={usps} />
              </div>
            </div>
          </>
        )}
        {isEmpty && (
          <div className={styles.ways}>
            <CategoryLinks />
          </div>
        )}
        <div role="status">{news?.isSpoken && <VisuallyHidden>{news.text}</VisuallyHidden>}</div>
      </div>
      {recommended.length > 0 && (
        <Section tone="band" labelledBy="cart-recommended">
          <h2 id="cart-recommended" className={styles.listTitle}>
            {t('cart.recommended')}
          </h2>
          <ProductGrid products={recommended} isRow />
        </Section>
      )}
      {isEmpty && <RecentlyViewedProducts />}
    </div>
  );
}

/**
 * Explains an empty cart to a customer whose session has ended. The account's cart is available again after
 * sign-in.
 */
function SignInForCartHint() {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  return (
    <p>
      {t('cart.signInForCart')}{' '}
      <SiteLink href={addReturnPath(ACCOUNT_LOGIN_PATH, getCartPath(locale))} className="tap">
        {t('login.title')}
      </SiteLink>
    </p>
  );
}

/**
 * Renders a notice of an unpaid order with a link to its page, where it can be paid, changed or cancelled.
 */
function UnpaidOrderNotice({ order }: { order: NonNullable<PageDataOf<'cart'>['unpaidOrder']> }) {
  const { t, formats } = useShop();
  const { orderNumber, amount, path } = order;
  return (
    <div className={styles.message}>
      <Notice tone="warn">
        <p>{t('cart.unpaidOrder', { number: orderNumber, amount: formats.euro(amount) })}</p>
        <p>
          <ButtonLink href={path}>{t('cart.toUnpaidOrder')}</ButtonLink>
        </p>
      </Notice>
    </div>
  );
}

/** Returns the previous products while newer ones are loading, because the page must not shift. */
function useLastLoadedProducts(products: readonly ListedProduct[] | null): readonly ListedProduct[] {
  const [shown, setShown] = useState(products ?? []);
  if (products !== null && products !== shown) setShown(products);
  return products ?? shown;
}

interface LinesProps {
  calculated: CalculatedCartView;
  samples: FormState;
  notice: React.ReactNode;
  /** Index of the row above which the notice is shown. */
  noticeAt: number;
}

function CartLines({ calculated, samples, notice, noticeAt }: LinesProps) {
  const { products, unavailableProducts } = calculated;
  const at = Math.min(noticeAt, products.length);
  const hasSamples = products.some(({ rqsSamples }) => rqsSamples.length > 0);
  return (
    <>
      {/* Enter in a sample name presses the first button, which must not be that of a single test. */}
      {hasSamples && <ImplicitSubmitButton form={SAMPLE_FORM_ID} />}
      <ul className={styles.lines}>
        {products.map((line, index) => [
          index === at && notice && (
            <li key="notice" className={styles.notice}>
              {notice}
            </li>
          ),
          <CartLine
            key={line.productVariantId}
            line={line}
            samples={samples}
            batchNames={listBatchNames(products, line.productId)}
            priority={index < 3}
          />,
        ])}
        {at === products.length && notice && (
          <li key="notice" className={styles.notice}>
            {notice}
          </li>
        )}
        {unavailableProducts.map((line) => (
          <DiscontinuedLine key={line.productVariantId} line={line} />
        ))}
      </ul>
    </>
  );
}

/** Renders a line whose product is discontinued. */
function DiscontinuedLine({ line }: { line: CalculatedCartView['unavailableProducts'][number] }) {
  const shop = useShop();
  const { t } = shop;
  const { productVariantId, description, quantity } = line;
  const form = useForm('cart-remove', String(productVariantId));
  const [problem] = form.result?.problems ?? [];
  return (
    <li id={getCartLineId(productVariantId)} tabIndex={-1} className={styles.lost}>
      <Notice tone="warn">
        <p>
          <strong>{t('cart.pieces', { count: quantity, title: description })}</strong>
        </p>
        <p>{t('cart.unavailable')}</p>
        {problem && <p role="alert">{describeProblem(shop, problem)}</p>}
      </Notice>
      <RemoveForm productVariantId={productVariantId} title={description} form={form} />
    </li>
  );
}

/**
 * Renders the error of a form that is not on the page, because its line was removed or it was on another
 * page.
 */
function UnmatchedProblem({ calculated }: { calculated: CalculatedCartView | null }) {
  const shop = useShop();
  const result = useAppState(({ request }) => request.form);
  const [problem] = result?.problems ?? [];
  if (!result || !problem || !formsWithUnmatchedProblems.has(result.form)) return null;
  const { products = [], unavailableProducts = [] } = calculated ?? {};
  const isShown = [...products, ...unavailableProducts].some(
    ({ productVariantId }) => String(productVariantId) === result.of,
  );
  if (result.form === 'cart-sample' && products.some(({ rqsSamples }) => rqsSamples.length > 0)) return null;
  if (isShown && result.form !== 'cart-add') return null;
  return (
    <div className={styles.message}>
      <Notice tone="error" role="alert">
        <p>{describeProblem(shop, problem)}</p>
      </Notice>
    </div>
  );
}

/** Renders a link that reloads the page and works without script. */
function RetryLink() {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  return (
    <ButtonLink href={getCartPath(locale)} icon="refresh">
      {t('errorPage.retry')}
    </ButtonLink>
  );
}

function RecentlyViewedProducts() {
  const { t } = useShop();
  const products = useRecentlyViewed(null);
  if (products.length === 0) return null;
  return (
    <Section labelledBy="cart-recently-viewed">
      <h2 id="cart-recently-viewed" className={styles.listTitle}>
        {t('product.recentlyViewed')}
      </h2>
      <ProductGrid products={products} isRow />
    </Section>
  );
}

interface CartPageMessage {
  readonly text: string;
  readonly isSpoken: boolean;
  readonly isVisible: boolean;
  readonly removed: FormCartLine | undefined;
}

/**
 * Returns the message about the last form of the cart. It is announced, and visible if a line was removed or
 * the page was reloaded. It describes the state when the form was sent and does not change if another tab
 * changes the cart.
 */
function useCartPageMessage(calculated: CalculatedCartView | null): CartPageMessage | null {
  const shop = useShop();
  const result = useAppState(({ request }) => request.form);
  const notice = useAppState(({ request }) => request.notice);
  const latest = useRef(calculated);
  latest.current = calculated;
  const before = useRef<CartPageMessage | null>(null);
  const news = useMemo((): CartPageMessage | null => {
    // A line that could not be restored can be restored later.
    if (result?.form === 'cart-undo' && result.status === 'refused') return before.current;
    const isDone = result?.status === 'done';
    const visibleResult = isDone ? result : result ? null : notice;
    const text = visibleResult && describeCartFormResult(shop, visibleResult, latest.current);
    if (!visibleResult || text === null) return null;
    const isRemoval = visibleResult.form === 'cart-remove';
    return {
      text,
      isSpoken: isDone,
      isVisible: isRemoval || !isDone,
      removed: isRemoval ? visibleResult.line : undefined,
    };
  }, [result, notice, shop]);
  before.current = news;
  return news;
}

/**
 * Moves the focus if the focused row disappears: to the next row, or else to the heading. The same applies to
 * a button that disappears when it is pressed: a removed sample, or a restored line.
 *
 * @returns index of the row that was removed last
 */
function useRowFocus(
  calculated: CalculatedCartView | null,
  heading: React.RefObject<HTMLHeadingElement | null>,
): number {
  const result = useAppState(({ request }) => request.form);
  const ids = useMemo(
    () => [
      ...(calculated?.products ?? []).map(({ productVariantId }) => productVariantId),
      ...(calculated?.unavailableProducts ?? []).map(({ productVariantId }) => productVariantId),
    ],
    [calculated],
  );
  const [shown, setShown] = useState({ ids, removedAt: 0, isRemoved: false });
  if (shown.ids !== ids) {
    const at = shown.ids.findIndex((id) => !ids.includes(id));
    const isRemoved = at !== -1;
    setShown({ ids, removedAt: isRemoved ? at : shown.removedAt, isRemoved });
  }
  useLayoutEffect(() => {
    if (!shown.isRemoved || document.activeElement !== document.body) return;
    const next = shown.ids[shown.removedAt];
    const row = next === undefined ? null : document.getElementById(getCartLineId(next));
    (row ?? heading.current)?.focus();
  }, [shown, heading]);
  useLayoutEffect(() => {
    const isRestore = result?.form === 'cart-undo' || result?.form === 'cart-sample-remove';
    if (!isRestore || result.status !== 'done' || document.activeElement !== document.body) return;
    document.getElementById(getCartLineId(Number(result.of)))?.focus();
  }, [result]);
  return shown.removedAt;
}

/** Synchronizes the cart state of this tab with the page, and the page with changes in other tabs. */
function useCartOfTab({ loaded, isFailed }: PageDataOf<'cart'>): void {
  const pages = usePages();
  const site = useAppState(({ scope }) => scope.site);
  const language = useAppState(({ scope }) => scope.language);
  const notice = useAppState(({ request }) => request.notice);

  useEffect(() => cartStore.provide(loaded, isFailed ? 'failed' : 'ready'), [loaded, isFailed]);

  useEffect(() => {
    const own = getBrowserCart({ site, language });
    if (loaded.cart) own.keep(loaded.cart.shoppingcartId);
    // The server knows the cart only from the cookie, which some browsers refuse.
    else if (!isFailed && own.id !== null) void pages?.invalidate(['cart']);
  }, [loaded, isFailed, site, language, pages]);

  useEffect(() => {
    // A form sent without script has not notified the other tabs of this browser.
    if (notice) announceCartChange();
  }, [notice]);

  useEffect(() => {
    const reloadCart = () => void pages?.invalidate(['cart']);
    const stopFollowing = onCartChange((isOtherTab) => {
      if (isOtherTab) reloadCart();
    });
    const stopWatching = onPageRestored(reloadCart);
    return () => {
      stopFollowing();
      stopWatching();
    };
  }, [pages]);
}
