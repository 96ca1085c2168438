import {
  meetsPasswordRule,
  PASSWORD_RULE,
  type PasswordRule,
  readPassword,
} from '../../../../shared/rules/account/password.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { createValidationFailed } from '../../http/problem-error.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import { horseWords, readCommonPasswords } from '../../security/word-lists.ts';

/** A password that somebody chooses. */
export interface ChosenPassword {
  readonly password: string;
  /** Name of the field that it was typed into. */
  readonly field: string;
  /** Of whoever chooses it; undefined where it is not known yet. */
  readonly emailAddress?: string | undefined;
}

/** What a password of the shop must be. */
export interface Passwords {
  /**
   * Refuses what does not meet the rule, what many people have, and what whoever knows the shop or the address tries first. All in one
   * code, since the words of the rule are all that its page says.
   *
   * @throws ProblemError `validation_failed` with the code `password` of the field
   */
  assertGood(site: SiteRecord, chosen: ChosenPassword): void;
}

/** Letters alone, without case and accents: what is left of a word when somebody puts figures and signs around it. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** A text and each of its parts; one letter is no word. */
const listWords = (text: string): string[] =>
  [text, ...text.split(/[^\p{L}\p{M}]+/u)].map(fold).filter(({ length }) => length > 1);

const brandWords = ([0, 1, 2] as const).flatMap((type) => listWords(getBrandName(type)));
const words: ReadonlySet<string> = new Set([...horseWords.flatMap(listWords), ...brandWords]);

/** Words that anybody guesses who knows the site and the address. */
function listContextWords({ site, languages }: SiteRecord, emailAddress: string | undefined): string[] {
  const domains = [site.domain, ...languages.map(({ domain }) => domain)];
  // Nobody types the country along.
  const names = domains.map((domain) => domain.replace(/\.[^.]*$/, ''));
  const local = emailAddress?.slice(0, emailAddress.lastIndexOf('@'));
  return [
    ...listWords(site.name),
    ...[...domains, ...names].flatMap(listWords),
    ...(emailAddress === undefined || local === undefined
      ? []
      : [...listWords(local), ...listWords(emailAddress)]),
  ];
}

/**
 * Makes what judges passwords. Reads the list of common ones with the first that is chosen.
 *
 * @param rule what the settings ask for
 */
export function createPasswords(rule: PasswordRule = PASSWORD_RULE): Passwords {
  let common: ReadonlySet<string> | undefined;

  function isCommon(password: string): boolean {
    common ??= readCommonPasswords();
    const lower = password.toLowerCase();
    return common.has(lower) || common.has(lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  }

  return {
    assertGood(site, { password: typed, field, emailAddress }) {
      const password = readPassword(typed);
      const letters = fold(password);
      const isGuessed = words.has(letters) || listContextWords(site, emailAddress).includes(letters);
      if (!meetsPasswordRule(password, rule) || isGuessed || isCommon(password)) {
        throw createValidationFailed([{ field, code: 'password' }]);
      }
    },
  };
}
