import { createHash } from 'node:crypto';
import { Fragment } from 'react';
import { createFormats } from '../../../../../shared/i18n/create-formats.ts';
import { isSlowPaymentMethod } from '../../../../../shared/rules/orders/payment-period.ts';
import { renderDocument } from '../../../core/http/render-document.ts';
import type { MailTranslate } from '../../../core/mail/mail-texts.ts';
import { isAuthorisedPaymentMethod } from '../payment-states.ts';
import { listFictitiousBanks } from './banks.ts';
import type { TestPayment } from './queries.ts';
import { createTestTransferDetails } from './test-bank.ts';

const PAGE_STYLES =
  'body{font:1rem/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:34rem;margin:0 auto;padding:1.5rem 1rem;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#555}dd{margin:0}fieldset{border:1px solid #767676;margin:1.5rem 0;padding:.5rem 1rem}label,a{display:inline-block;padding:.6rem 0}label{display:flex;gap:.5rem;align-items:baseline}button{font:inherit;display:block;width:100%;min-height:3rem;margin:.5rem 0;border:1px solid #767676;border-radius:.25rem;background:#f4f4f4;color:inherit}button:first-of-type{background:#14532d;border-color:#14532d;color:#fff}:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}';
const STYLES_HASH = createHash('sha256').update(PAGE_STYLES).digest('base64');

/**
 * Returns the content security policy of a page of the test bank: only its own form, which redirects to the
 * shop.
 */
export const getTestBankSecurityPolicy = (shopOrigin: string | null): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${STYLES_HASH}'`,
    // `form-action` also applies to redirects after a form.
    `form-action 'self'${shopOrigin === null ? '' : ` ${shopOrigin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface TestBankPage {
  readonly payment: TestPayment;
  readonly brand: string;
  /** Language such as 'nl-NL'. */
  readonly culture: string;
  readonly t: MailTranslate;
  /** URL of the shop; null if it is not one of our hosts. */
  readonly shopUrl: string | null;
}

/** Description list; details without a value are left out. */
const DetailList = ({
  details,
}: {
  readonly details: readonly (readonly [term: string, value: string | null])[];
}) => (
  <dl>
    {details
      .filter(([, value]) => value !== null)
      .map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);

function PaymentDetails({ payment, brand, culture, t }: TestBankPage) {
  const bank = listFictitiousBanks(payment.methodKey).find(({ issuer }) => issuer === payment.issuer);
  return (
    <DetailList
      details={[
        [t('testBank.payee'), brand],
        // The test bank takes payments in euro only.
        [t('testBank.amount'), createFormats({ culture }).euro(payment.amount)],
        [t('testBank.order'), payment.reference],
        [t('testBank.bank'), bank?.name ?? null],
      ]}
    />
  );
}

function TransferDetails({ payment, t }: TestBankPage) {
  const transfer = createTestTransferDetails(payment);
  if (transfer === null) return null;
  return (
    <>
      <h2>{t('testBank.transfer')}</h2>
      <DetailList
        details={[
          [t('testBank.accountHolder'), transfer.accountHolder],
          [t('testBank.iban'), transfer.iban],
          [t('testBank.entity'), transfer.entity],
          [t('testBank.reference'), transfer.reference],
        ]}
      />
    </>
  );
}

const BankForm = ({ payment, t }: TestBankPage) => (
  <form method="post">
    <fieldset>
      <legend>{t('testBank.chooseBank')}</legend>
      {listFictitiousBanks(payment.methodKey).map(({ issuer, name }) => (
        <label key={issuer}>
          <input type="radio" name="issuer" value={issuer} required /> {name}
        </label>
      ))}
    </fieldset>
    <button type="submit" name="decision" value="choose">
      {t('testBank.continue')}
    </button>
  </form>
);

function DecisionForm({ payment, t }: TestBankPage) {
  const yes = isAuthorisedPaymentMethod(payment.methodKey) ? 'authorise' : 'approve';
  const decisions = [
    yes,
    ...(isSlowPaymentMethod(payment.methodKey) ? (['later'] as const) : []),
    'cancel',
    'fail',
    'expire',
  ] as const;
  return (
    <form method="post">
      {decisions.map((decision) => (
        <button key={decision} type="submit" name="decision" value={decision}>
          {t(`testBank.decision.${decision}`)}
        </button>
      ))}
      <fieldset>
        <legend>{t('testBank.notify')}</legend>
        {(['once', 'twice', 'never'] as const).map((word) => (
          <label key={word}>
            <input type="radio" name="notify" value={word} defaultChecked={word === 'once'} />{' '}
            {t(`testBank.notify.${word}`)}
          </label>
        ))}
      </fieldset>
    </form>
  );
}

/** Renders the page on which a customer of the test bank decides the outcome of a payment, or sees it. */
export function createTestBankPage(page: TestBankPage): string {
  const { payment, culture, t, shopUrl } = page;
  const isOpen = payment.status === 'pending';
  const needsBank = payment.issuer === null && listFictitiousBanks(payment.methodKey).length > 0;
  return renderDocument(
    <html lang={culture}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{t('testBank.title')}</title>
        <style>{PAGE_STYLES}</style>
      </head>
      <body>
        <main>
          <h1>{t('testBank.title')}</h1>
          <p>{t('testBank.text')}</p>
          <PaymentDetails {...page} />
          <p role="status">{t(`testBank.status.${payment.status}`)}</p>
          {isOpen && <TransferDetails {...page} />}
          {isOpen && (needsBank ? <BankForm {...page} /> : <DecisionForm {...page} />)}
          {shopUrl !== null && (
            <p>
              <a href={shopUrl}>{t('testBank.back')}</a>
            </p>
          )}
        </main>
      </body>
    </html>,
  );
}
