import type { Request, Response } from 'express';
import { resolveLocale } from '../../../shared/i18n/locales.ts';
import type { SiteDirectory } from '../scope/site-directory.ts';
import type { ScopedContext } from './call.ts';
import { createParameterMissing, createValidationFailed } from './problem-error.ts';

/** Aborted when the caller leaves before they have their answer. */
export function createCallerSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  // The caller may have left while the body was read.
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

const FIRST_INSTANT = new Date('1970-01-01T00:00:00Z');
const LAST_INSTANT = new Date('9000-01-01T00:00:00Z');

/** How far the header may be from our own clock, in milliseconds: as long as a call may wait on its way, and clocks may differ. */
const TOLERANCE_MS = 60_000;

/**
 * The instant that an answer is computed for: the header's, so that all calls of a page have the same one. What is not about now is no
 * caller's to choose: what is not published yet is shown to whom a preview was given (its cookie), and everybody else has the present.
 *
 * @throws ProblemError where the header is none
 */
export function readInstant(request: Request, clock: () => number): Date {
  const value = request.get('datetime');
  const present = new Date(clock());
  if (value === undefined) return present;
  const now = new Date(value);
  if (!ISO_INSTANT.test(value) || Number.isNaN(now.getTime())) {
    throw createValidationFailed([{ field: 'datetime', code: 'format' }]);
  }
  // Neither the database nor what is reckoned from an instant knows a year 0 or 10000.
  if (now < FIRST_INSTANT || now >= LAST_INSTANT) {
    throw createValidationFailed([{ field: 'datetime', code: 'range' }]);
  }
  return Math.abs(now.getTime() - present.getTime()) <= TOLERANCE_MS ? now : present;
}

function readIdHeader(request: Request, name: 'siteid' | 'languageid'): number {
  const value = request.get(name);
  if (value === undefined || value === '') throw createParameterMissing(name);
  if (!/^[1-9]\d{0,8}$/.test(value)) throw createValidationFailed([{ field: name, code: 'type' }]);
  return Number(value);
}

/** Site and language of a request, from its headers. @param anyLanguage the answer exists in every language, whatever the site speaks */
export type ScopeReader = (
  request: Request,
  anyLanguage: boolean,
) => Promise<Pick<ScopedContext, 'site' | 'language'>>;

/** Makes what reads the scope of requests; it throws the refusal where one is missing or unknown. */
export function createScopeReader(sites: SiteDirectory): ScopeReader {
  /** The id of a language; its code is taken as well, also an older one ('esp'). */
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
    // A site has pages in its own languages only; names of countries exist in every one.
    const isSpoken = anyLanguage || site.languages.some((row) => row.languageId === languageId);
    if (!language || !isSpoken) throw createValidationFailed([{ field: 'languageid', code: 'unknown' }]);
    return { site, language };
  };
}
