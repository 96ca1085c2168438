import type { Request, Response } from 'express';
import { resolveLocale } from '../../../../shared/i18n/locales.ts';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import type { ScopedContext } from './call.ts';
import { createParameterMissing, createValidationFailed } from './problem-error.ts';
import type { ScopeDirectory, ScopeLanguage, ScopeSite } from './scope.ts';

/** Returns a signal that is aborted if the client disconnects before the response is complete. */
export function createDisconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  // The client may have disconnected while the body was read.
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Earliest instant, and the first one that is too late: the database and the date calculations support
 * neither year 0 nor 10000.
 */
const FIRST_INSTANT = new Date('1970-01-01T00:00:00Z');
const LAST_INSTANT = new Date('9000-01-01T00:00:00Z');

/** Returns whether the sites can be shown at a given time. */
export const isSupportedInstant = (instant: Date): boolean =>
  instant >= FIRST_INSTANT && instant < LAST_INSTANT;

/**
 * Maximum difference between the header and this clock, in ms: the maximum time in transit plus clock skew.
 */
const REQUEST_TIME_TOLERANCE_MS = MINUTE_MS;

/**
 * Returns the moment for which a response is computed. It is the header's, so that all calls of a page have
 * the same one. A moment far from the present is ignored: only a preview cookie shows unpublished content,
 * and all other callers get the present.
 *
 * @throws ProblemError if the header is not a valid date
 */
export function readRequestTime(request: Request, clock: () => number): Date {
  const value = request.get('datetime');
  const present = new Date(clock());
  if (value === undefined) return present;
  const now = new Date(value);
  if (!ISO_INSTANT.test(value) || Number.isNaN(now.getTime())) {
    throw createValidationFailed([{ field: 'datetime', code: 'format' }]);
  }
  if (!isSupportedInstant(now)) throw createValidationFailed([{ field: 'datetime', code: 'range' }]);
  return Math.abs(now.getTime() - present.getTime()) <= REQUEST_TIME_TOLERANCE_MS ? now : present;
}

function readIdHeader(request: Request, name: 'siteid' | 'languageid'): number {
  const value = request.get(name);
  if (value === undefined || value === '') throw createParameterMissing(name);
  if (!/^[1-9]\d{0,8}$/.test(value)) throw createValidationFailed([{ field: name, code: 'type' }]);
  return Number(value);
}

/**
 * Reads site and language of a request from its headers.
 *
 * @param anyLanguage true if the response exists in all languages, not only in those of the site
 */
export type ScopeReader<Site, Language> = (
  request: Request,
  anyLanguage: boolean,
) => Promise<Pick<ScopedContext<Site, Language>, 'site' | 'language'>>;

/** Creates the reader of scopes. It throws a refusal if site or language is missing or unknown. */
export function createScopeReader<Site extends ScopeSite, Language extends ScopeLanguage>(
  sites: ScopeDirectory<Site, Language>,
): ScopeReader<Site, Language> {
  /** Returns the id of a language. The header may also be a present or former code ('esp'). */
  async function readLanguageHeader(request: Request): Promise<number> {
    const value = request.get('languageid');
    const locale = value === undefined ? null : resolveLocale(value);
    if (locale === null) return readIdHeader(request, 'languageid');
    const language = (await sites.listLanguages()).find(({ code }) => code === locale);
    if (!language) throw createValidationFailed([{ field: 'languageid', code: 'unknown' }]);
    return language.languageId;
  }

  return async (request, anyLanguage) => {
    const siteId = readIdHeader(request, 'siteid');
    const languageId = await readLanguageHeader(request);
    const site = await sites.findSite(siteId);
    if (!site) throw createValidationFailed([{ field: 'siteid', code: 'unknown' }]);
    const language = await sites.findLanguage(languageId);
    // A site has pages in its languages only, but country names exist in all languages.
    const isSpoken = anyLanguage || site.languages.some((row) => row.languageId === languageId);
    if (!language || !isSpoken) throw createValidationFailed([{ field: 'languageid', code: 'unknown' }]);
    return { site, language };
  };
}
