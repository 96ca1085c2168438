import {
  DEFAULT_PASSWORD_RULE,
  meetsPasswordRule,
  normalisePassword,
  type PasswordRule,
} from '../../../../shared/rules/account/password.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { createValidationFailed } from '../../core/http/problem-error.ts';
import { horseWords, readCommonPasswords } from '../../core/security/password-word-lists.ts';
import type { SiteRecord } from '../../sites/site-record.ts';

/** A password that a visitor chooses. */
export interface ChosenPassword {
  readonly password: string;
  /** Name of the form field. */
  readonly field: string;
  /** Address of the person who chooses the password; undefined if it is not known yet. */
  readonly emailAddress?: string | undefined;
}

/** The password rule. */
export interface Passwords {
  /**
   * Refuses a password that does not meet the rule, is common, or is easily guessed from the shop or the
   * address. All cases have one code, because the page only shows the rule.
   *
   * @throws ProblemError `validation_failed` with the code `password` for the field
   */
  assertAcceptablePassword(site: SiteRecord, chosen: ChosenPassword): void;
}

/**
 * Reduces a text to its letters without case and accents, to find a word that is surrounded by digits and
 * symbols.
 */
const reduceToLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Returns a text and each of its parts; single letters are left out. */
const listWords = (text: string): string[] =>
  [text, ...text.split(/[^\p{L}\p{M}]+/u)].map(reduceToLetters).filter(({ length }) => length > 1);

const brandWords = ([0, 1, 2] as const).flatMap((type) => listWords(getBrandName(type)));
const words: ReadonlySet<string> = new Set([...horseWords.flatMap(listWords), ...brandWords]);

/** Returns the words that can be guessed from the site and the address. */
function listContextWords({ site, languages }: SiteRecord, emailAddress: string | undefined): string[] {
  const domains = [site.domain, ...languages.map(({ domain }) => domain)];
  // Guesses usually leave out the top-level domain.
  const names = domains.map((domain) => domain.replace(/\.[^.]*$/, ''));
  const localPart = emailAddress?.slice(0, emailAddress.lastIndexOf('@'));
  return [
    ...listWords(site.name),
    ...[...domains, ...names].flatMap(listWords),
    ...(emailAddress === undefined || localPart === undefined
      ? []
      : [...listWords(localPart), ...listWords(emailAddress)]),
  ];
}

/**
 * Creates the password rule. Reads the list of common passwords on first use.
 *
 * @param rule the configured rule
 */
export function createPasswordValidator(rule: PasswordRule = DEFAULT_PASSWORD_RULE): Passwords {
  let common: ReadonlySet<string> | undefined;

  function isCommon(password: string): boolean {
    common ??= readCommonPasswords();
    const lower = password.toLowerCase();
    return common.has(lower) || common.has(lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  }

  return {
    assertAcceptablePassword(site, { password: typed, field, emailAddress }) {
      const password = normalisePassword(typed);
      const letters = reduceToLetters(password);
      const isGuessed = words.has(letters) || listContextWords(site, emailAddress).includes(letters);
      if (!meetsPasswordRule(password, rule) || isGuessed || isCommon(password)) {
        throw createValidationFailed([{ field, code: 'password' }]);
      }
    },
  };
}
