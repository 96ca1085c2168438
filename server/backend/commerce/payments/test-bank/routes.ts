import express, { type Request, type Response, Router } from 'express';
import { resolveLocale } from '../../../../../shared/i18n/locales.ts';
import { getBrandName } from '../../../../../shared/rules/brand-name.ts';
import type { PaymentStatus } from '../../../../../shared/rules/orders/order-status.ts';
import { isUuid } from '../../../../../shared/rules/uuid.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../../core/http/problem-error.ts';
import type { MailTexts } from '../../../core/mail/mail-texts.ts';
import type { ModuleDeps } from '../../../sites/backend-module.ts';
import { isAuthorisedPaymentMethod } from '../payment-states.ts';
import type { HandlePaymentNotification } from '../webhook.ts';
import { listFictitiousBanks } from './banks.ts';
import { createTestBankPage, getTestBankSecurityPolicy } from './pages.tsx';
import { findTestPayment, saveChosenIssuer, settleTestPayment, type TestPayment } from './queries.ts';
import { TEST_BANK_PATH } from './test-bank.ts';

const FALLBACK_LANGUAGE = { code: 'en', culture: 'en-GB' };

const statusByDecision = new Map<unknown, PaymentStatus>([
  ['approve', 'paid'],
  ['authorise', 'authorized'],
  ['cancel', 'cancelled'],
  ['fail', 'failed'],
  ['expire', 'expired'],
]);

/** Number of notifications that the shop gets of a decision. */
const notificationCountByChoice = new Map<unknown, number>([
  ['once', 1],
  ['twice', 2],
  ['never', 0],
]);

export interface TestBankRoutesDeps extends Pick<ModuleDeps, 'database' | 'sites' | 'clock' | 'mailWriter'> {
  readonly texts: MailTexts;
  readonly isAllowed: () => Promise<boolean>;
  /** Handles a notification in the shop. */
  readonly handleNotification: HandlePaymentNotification;
}

/**
 * Creates the pages of the test bank: `/api/testbank/{id}`, plain forms without scripts. Anyone with the
 * address of a payment may decide it.
 */
export function createTestBankRoutes(deps: TestBankRoutesDeps): Router {
  const { database, sites, clock, mailWriter, texts, isAllowed, handleNotification: hear } = deps;

  async function find(request: Request): Promise<TestPayment> {
    const { id } = request.params;
    if (!isUuid(id) || !(await isAllowed())) throw createNotFound();
    const payment = await findTestPayment(database, id, new Date(clock()));
    if (!payment) throw createNotFound();
    return payment;
  }

  /** Returns the return URL if it is on one of our hosts, to prevent open redirects. */
  async function findShopUrl({ redirectUrl }: TestPayment): Promise<URL | null> {
    const url = URL.parse(redirectUrl);
    const isOurs = (await sites.listSites()).some((site) =>
      site.languages.some(({ languageId }) => mailWriter.getOrigin(site, languageId) === url?.origin),
    );
    return isOurs ? url : null;
  }

  async function readLanguage(request: Request): Promise<{ code: string; culture: string }> {
    const language = await sites.findLanguage(Number(request.get('languageid')));
    return language && resolveLocale(language.code) !== null ? language : FALLBACK_LANGUAGE;
  }

  async function sendPage(request: Request, response: Response, payment: TestPayment): Promise<void> {
    const shopUrl = await findShopUrl(payment);
    const { code, culture } = await readLanguage(request);
    const shop = shopUrl && (await sites.findByDomain(shopUrl.hostname));
    const brand = shop ? getBrandName(shop.site.site.type) : '';
    response
      .set({
        'cache-control': 'no-store',
        'content-security-policy': getTestBankSecurityPolicy(shopUrl?.origin ?? null),
        // Browsers without Sec-Fetch-Site identify the origin of a form by its referrer.
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .type('html')
      .send(
        createTestBankPage({
          payment,
          brand,
          culture,
          t: texts.getTranslate(code, brand),
          shopUrl: shopUrl?.href ?? null,
        }),
      );
  }

  async function decide(request: Request, response: Response): Promise<void> {
    const payment = await find(request);
    const { testBankPaymentId: id, methodKey } = payment;
    const paymentPath = `${TEST_BANK_PATH}${id}`;
    response.set('cache-control', 'no-store');
    const body: Record<string, unknown> = request.body ?? {};
    const { decision, issuer, notify = 'once' } = body;
    const times = notificationCountByChoice.get(notify);
    if (times === undefined) throw createValidationFailed([{ field: 'notify', code: 'unknown' }]);
    if (decision === 'choose') {
      const bank = listFictitiousBanks(methodKey).find((known) => known.issuer === issuer);
      if (!bank) throw createValidationFailed([{ field: 'issuer', code: 'unknown' }]);
      await saveChosenIssuer(database, id, bank.issuer);
      response.redirect(303, paymentPath);
      return;
    }
    const status = statusByDecision.get(decision);
    const isAuthorising = decision === 'authorise';
    const isYes = isAuthorising || decision === 'approve';
    if (
      (status === undefined && decision !== 'later') ||
      (isYes && isAuthorising !== isAuthorisedPaymentMethod(methodKey))
    ) {
      throw createValidationFailed([{ field: 'decision', code: 'unknown' }]);
    }
    if (status !== undefined) {
      // Another tab has decided it.
      if (!(await settleTestPayment(database, id, 'pending', status))) {
        response.redirect(303, paymentPath);
        return;
      }
      await Promise.all(Array.from({ length: times }, () => hear(id)));
    }
    const shopUrl = await findShopUrl(payment);
    response.redirect(303, shopUrl?.href ?? paymentPath);
  }

  const router = Router();
  router
    .route(`${TEST_BANK_PATH}:id`)
    .get(async (request, response) => sendPage(request, response, await find(request)))
    .post(express.urlencoded({ extended: false, limit: '4kb' }), decide)
    .all(() => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD, POST' } });
    });
  return router;
}
