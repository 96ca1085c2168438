import { parseArgs } from 'node:util';
import { resolveLocale } from '../../../../shared/i18n/locales.ts';
import { readDecimal } from '../../../../shared/rules/people/typed-decimal.ts';
import { isSlug, MAX_KEY_LENGTH } from '../../../../shared/rules/slug-pattern.ts';
import { cleanLine } from '../../../../shared/rules/typed-text.ts';
import { parseEuro } from '../../core/cli/euro-amounts.ts';
import { readDay } from '../../core/cli/read-day.ts';

/** The requested benefit. A gift is named as on the command line: by article number or product key. */
export type RequestedBenefit =
  | { readonly kind: 'percentage'; readonly percentage: number }
  | { readonly kind: 'amount'; readonly amount: number }
  | { readonly kind: 'freeShipping' }
  | { readonly kind: 'freeProduct'; readonly gift: string };

/**
 * The fields of a promotion on a command line: undefined if they are missing, null or an empty list for
 * `none`.
 */
export interface PromotionFields {
  readonly benefit?: RequestedBenefit | undefined;
  readonly quantity?: number | undefined;
  readonly forEvery?: number | null | undefined;
  readonly code?: string | null | undefined;
  readonly startsAt?: Date | undefined;
  readonly endsAt?: Date | null | undefined;
  /** Euro cents. */
  readonly minimumAmount?: number | null | undefined;
  readonly usageLimit?: number | null | undefined;
  /** Site keys. */
  readonly sites?: readonly string[] | undefined;
  readonly products?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** Names by language code. */
  readonly names: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** A parsed command for promotions. `refuse`: the command is known, but its values are invalid. */
export type PromotionArguments =
  | { readonly kind: 'list'; readonly hasEnded: boolean }
  | { readonly kind: 'add' | 'change'; readonly promotionKey: string; readonly fields: PromotionFields }
  | { readonly kind: 'end'; readonly promotionKey: string }
  | { readonly kind: 'refuse'; readonly faults: readonly string[] };

const NONE_VALUE = 'none';
const MAX_TEXT_LENGTH = 120;

const fieldOptions = {
  percentage: { type: 'string' },
  amount: { type: 'string' },
  'free-shipping': { type: 'boolean', default: false },
  gift: { type: 'string' },
  quantity: { type: 'string' },
  'for-every': { type: 'string' },
  code: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  minimum: { type: 'string' },
  limit: { type: 'string' },
  site: { type: 'string', multiple: true },
  product: { type: 'string', multiple: true },
  category: { type: 'string', multiple: true },
  name: { type: 'string', multiple: true },
  text: { type: 'string', multiple: true },
} as const;

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: args.map((word) => word.toWellFormed()),
      allowPositionals: true,
      options: { ...fieldOptions, ended: { type: 'boolean', default: false } },
    });
  } catch {
    return null;
  }
}

type OptionValues = NonNullable<ReturnType<typeof parseOptions>>['values'];

/** Reads the options one by one and records their errors. */
function readPromotionFields(values: OptionValues, faults: string[]): PromotionFields {
  const refuse = (option: string, problem: string): undefined => {
    faults.push(`--${option}: ${problem}`);
  };
  const orNone = <T>(text: string | undefined, read: (text: string) => T | undefined) =>
    text === NONE_VALUE ? null : text === undefined ? undefined : read(text);

  const readCents = (option: string, text: string): number | undefined => {
    const cents = parseEuro(text);
    return cents > 0 ? cents : refuse(option, `'${text}' is not an amount in euros above 0, such as 50.00`);
  };
  const readCount = (option: string, text: string, most: number): number | undefined => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    return count >= 1 && count <= most
      ? count
      : refuse(option, `'${text}' is not a whole number from 1 to ${most}`);
  };
  const readPercentage = (text: string): number | undefined => {
    const percentage = readDecimal(text, { decimals: 2 }) ?? 0;
    return percentage > 0 && percentage <= 100
      ? percentage
      : refuse('percentage', `'${text}' is not a percentage above 0 and up to 100 with two decimals at most`);
  };
  const readMoment = (option: 'from' | 'until', text: string): Date | undefined => {
    const day = readDay(text, option === 'from' ? 'begin' : 'end');
    if (day) return day;
    const hasZone = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text);
    const instant = new Date(text);
    return hasZone && readDay(text.slice(0, 10), 'begin') && !Number.isNaN(instant.getTime())
      ? instant
      : refuse(
          option,
          `'${text}' is neither a date such as 2026-10-01 nor a date and time such as 2026-10-01T08:00+02:00`,
        );
  };
  const readKeys = (option: string, keys: readonly string[] | undefined) => {
    if (keys === undefined) return undefined;
    if (keys.length === 1 && keys[0] === NONE_VALUE) return [];
    for (const key of keys) {
      if (!isSlug(key)) refuse(option, `'${key}' is not a valid key`);
      if (key === NONE_VALUE) refuse(option, `'${NONE_VALUE}' cannot be combined with keys`);
    }
    return [...new Set(keys)];
  };
  const readTexts = (option: string, texts: readonly string[] | undefined): Map<string, string> => {
    const read = new Map<string, string>();
    for (const text of texts ?? []) {
      const [, typed = '', value = ''] = /^([a-z]{2,3})=(.*)$/su.exec(text) ?? [];
      const language = resolveLocale(typed);
      const line = cleanLine(value);
      if (language === null)
        refuse(option, `'${text}' does not begin with a language of the shop, such as nl=`);
      else if (line === '' || line.length > MAX_TEXT_LENGTH || /[<>]/.test(line))
        refuse(option, `${language} has 1 to ${MAX_TEXT_LENGTH} characters, and no < or >`);
      else if (read.has(language)) refuse(option, `${language} is given twice`);
      else read.set(language, line);
    }
    return read;
  };

  const { percentage, amount, gift, quantity } = values;
  const benefits: (RequestedBenefit | undefined)[] = [];
  if (percentage !== undefined) {
    const read = readPercentage(percentage);
    benefits.push(read === undefined ? undefined : { kind: 'percentage', percentage: read });
  }
  if (amount !== undefined) {
    const read = readCents('amount', amount);
    benefits.push(read === undefined ? undefined : { kind: 'amount', amount: read });
  }
  if (values['free-shipping']) benefits.push({ kind: 'freeShipping' });
  if (gift !== undefined) {
    if (!/^[A-Za-z0-9-]{1,80}$/.test(gift))
      refuse('gift', `'${gift}' is neither an article number nor a key`);
    benefits.push({ kind: 'freeProduct', gift });
  }
  if (benefits.length > 1) {
    faults.push('Use only one of --percentage, --amount, --free-shipping and --gift, not several.');
  }
  const code = orNone(values.code, (text) => {
    const line = cleanLine(text);
    return line === '' ? refuse('code', 'is empty') : line;
  });
  return {
    benefit: benefits[0],
    quantity: quantity === undefined ? undefined : readCount('quantity', quantity, 99),
    forEvery: orNone(values['for-every'], (text) => readCount('for-every', text, 999)),
    code,
    startsAt: values.from === undefined ? undefined : readMoment('from', values.from),
    endsAt: orNone(values.until, (text) => readMoment('until', text)),
    minimumAmount: orNone(values.minimum, (text) => readCents('minimum', text)),
    usageLimit: orNone(values.limit, (text) => readCount('limit', text, 1_000_000)),
    sites: readKeys('site', values.site),
    products: readKeys('product', values.product),
    categories: readKeys('category', values.category),
    names: readTexts('name', values.name),
    texts: readTexts('text', values.text),
  };
}

/**
 * Parses a command line.
 *
 * @returns null if the command is unknown; errors of values are returned as messages
 */
export function parsePromotionArguments(args: readonly string[]): PromotionArguments | null {
  const parsed = parseOptions(args);
  if (!parsed) return null;
  const { values, positionals } = parsed;
  const [verb, promotionKey, ...more] = positionals;
  const hasFields = Object.entries(values).some(([name, value]) => name !== 'ended' && value !== false);
  if (verb === 'list') {
    return promotionKey === undefined && !hasFields ? { kind: 'list', hasEnded: values.ended } : null;
  }
  if (promotionKey === undefined || more.length > 0 || values.ended) return null;
  const faults: string[] = [];
  if (!isSlug(promotionKey) || promotionKey.length > MAX_KEY_LENGTH) {
    faults.push(
      `'${promotionKey}' is not a valid key of a promotion: lower-case letters and digits, with single hyphens between them`,
    );
  }
  if (verb === 'end' && !hasFields) {
    return faults.length > 0 ? { kind: 'refuse', faults } : { kind: 'end', promotionKey };
  }
  if ((verb !== 'add' && verb !== 'change') || !hasFields) return null;
  const fields = readPromotionFields(values, faults);
  if (verb === 'add' && faults.length === 0 && fields.benefit === undefined) {
    faults.push('A benefit is required: --percentage, --amount, --free-shipping or --gift.');
  }
  return faults.length > 0 ? { kind: 'refuse', faults } : { kind: verb, promotionKey, fields };
}
