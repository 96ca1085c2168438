import type { DiscountCodeState } from '../../../shared/contract/cart-calculations.ts';
import {
  MAX_LINE_QUANTITY,
  MAX_LINES,
  MAX_ROUGHAGE_SAMPLE_NAME_LENGTH,
} from '../../../shared/rules/cart/cart-limits.ts';
import type { FormCartLine, FormProblem, FormSubject } from '../../forms/action-result.ts';
import type { CalculatedCartView } from '../../store/fetch-cart.ts';
import type { Shop } from '../../store/shop.tsx';

type MessageContext = Pick<Shop, 't' | 'formats'>;

/**
 * Formats the contents as '3 products, 1 roughage test and 1 gift'. Products, tests and gifts are counted
 * separately.
 */
export function describeCartContents(
  { t }: Pick<Shop, 't'>,
  { itemCount, testCount, products }: Pick<CalculatedCartView, 'itemCount' | 'testCount' | 'products'>,
): string {
  const giftCount = products
    .flatMap(({ freeProducts }) => freeProducts)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const parts = [
    ...(itemCount > giftCount ? [t('cart.productCount', { smart_count: itemCount - giftCount })] : []),
    ...(testCount > 0 ? [t('cart.testCount', { smart_count: testCount })] : []),
    ...(giftCount > 0 ? [t('cart.giftCount', { smart_count: giftCount })] : []),
  ];
  const [last = '', ...others] = parts.toReversed();
  return others.length === 0 ? last : t('cart.and', { first: others.toReversed().join(', '), last });
}

/** Describes whether a discount code applies, and if not, why not. */
export function describeDiscountCodeState({ t, formats }: MessageContext, state: DiscountCodeState): string {
  const { code, isApplied, reason, minimumAmount } = state;
  if (isApplied) return t('cart.codeActive', { code });
  switch (reason) {
    case 'minimum':
      return t('cart.codeBelowMinimum', { code, amount: formats.euro(minimumAmount ?? 0) });
    case 'used_up':
      return t('cart.codeUsedUp', { code });
    case 'no_products':
      return t('cart.codeNoProducts', { code });
    case 'no_gift':
      return t('cart.codeNoGift', { code });
    case 'already_free':
      return t('cart.codeAlreadyFree', { code });
    default:
      return t('cart.codeEnded', { code });
  }
}

/** Describes the error of a cart form. */
export function describeProblem({ t, formats }: MessageContext, { code, amount }: FormProblem): string {
  switch (code) {
    case 'insufficient_stock':
      return amount ? t('stock.few', { smart_count: amount }) : t('stock.out');
    case 'too_many_lines':
      return t('cart.tooManyLines', { max: MAX_LINES });
    case 'not_found':
      return t('cart.notFound');
    case 'format':
    case 'minimum':
    case 'maximum':
      return t('cart.quantityRange', { max: MAX_LINE_QUANTITY });
    case 'required':
      return t('cart.sampleRequired');
    case 'maxLength':
      return t('form.maxLength', { max: MAX_ROUGHAGE_SAMPLE_NAME_LENGTH });
    case 'sample_name_taken':
      return t('cart.sampleNameTaken');
    case 'discount_code_unknown':
      return t('cart.codeUnknown');
    case 'discount_code_minimum':
      return t('cart.codeMinimum', { amount: formats.euro(amount ?? 0) });
    case 'discount_code_used_up':
      return t('cart.codeIsUsedUp');
    case 'too_many_attempts':
      return t('cart.tooManyAttempts');
    default:
      return t('cart.unchanged');
  }
}

/** Result of a cart form, as a message. */
export interface CartFormMessage {
  readonly form: string;
  readonly line?: FormCartLine | undefined;
  readonly subject?: FormSubject | undefined;
}

/** Describes the success of a cart form; null for other forms, or if there is nothing to report. */
export function describeCartFormResult(
  { t, formats }: MessageContext,
  { form, line, subject }: CartFormMessage,
  calculated: CalculatedCartView | null,
): string | null {
  const code = calculated?.discountCode;
  switch (form) {
    case 'cart-add':
    case 'cart-quantity':
    case 'cart-undo': {
      const shown = calculated?.products.find(
        ({ productVariantId }) => productVariantId === line?.productVariantId,
      );
      if (!shown || !calculated) return null;
      const { quantity, description } = shown;
      const amount = formats.euro(calculated.totalAmount);
      return t('cart.lineInCart', { count: quantity, title: description, amount });
    }
    case 'cart-remove':
      return subject ? t('cart.removed', { title: subject.title }) : t('cart.notFound');
    case 'cart-sample':
      return t('cart.samplesSaved', { smart_count: line?.quantity ?? 1 });
    case 'cart-sample-remove':
      return t('cart.sampleRemoved');
    case 'cart-code':
      return code ? describeDiscountCodeState({ t, formats }, code) : null;
    case 'cart-code-remove':
      return t('cart.codeRemoved');
    default:
      return null;
  }
}
