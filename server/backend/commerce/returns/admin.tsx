import type { ReactNode } from 'react';
import Type from 'typebox';
import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import { ACCOUNT_RETURNS_PATH } from '../../../../shared/rules/account/account-paths.ts';
import {
  isReturnSettled,
  type ReturnAnswerStatus,
  type ReturnStatus,
  returnStatuses,
} from '../../../../shared/rules/returns.ts';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import type { AdminModule, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { EmptyMessage } from '../../core/admin/components/EmptyMessage.tsx';
import { MultilineText } from '../../core/admin/components/MultilineText.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Sequence } from '../../core/admin/components/Sequence.tsx';
import { Text, Uuid } from '../../core/admin/fields.ts';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import {
  type AdminOperation,
  AdminRefusal,
  createLongOperation,
  type LongOperationContext,
  type Outcome,
} from '../../core/admin/operation.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { findAccount } from '../../customers/accounts/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { findOrder, listOrderLines } from '../orders/queries.ts';
import { creditFromForm, listCreditableLines, placeReplacement } from '../orders/service.ts';
import type { OrderChanger } from '../orders/types.ts';
import { composeAnswerMail } from './mails.ts';
import {
  countUnanswered,
  findReturn,
  findReturnPhotoForStaff,
  getReturnStatus,
  insertReturnAnswer,
  listPhotoPositions,
  listReturnAnswers,
  listReturnsForAdmin,
  lockReturn,
  type ReturnAnswerRow,
  type ReturnRecord,
} from './queries.ts';

interface ReturnAdminDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: MailWriter;
  readonly linkTokens: LinkTokens;
  readonly orders: OrderChanger;
}

const MAX_ANSWER_LENGTH = 4000;
/** Statuses without a decision. */
const UNDECIDED_STATUSES: readonly ReturnStatus[] = ['open', 'answered'];

const answered = {
  returnId: Uuid(),
  text: Text(MAX_ANSWER_LENGTH, 1),
  // Number of answers that the form displayed, to detect an answer by another staff member.
  answersBefore: Type.Optional(Type.Integer({ minimum: 0 })),
};

/** The effects of an answer. */
interface ReturnDecision {
  readonly status: ReturnAnswerStatus;
  readonly amount?: number;
  readonly replacement?: { readonly orderId: string; readonly orderNumber: string };
}

function createReturnOperations(deps: ReturnAdminDeps): readonly AdminOperation[] {
  const { database, sites, mailWriter, linkTokens, orders } = deps;

  /** Returns the name of the goods as the customer knows them. */
  async function getProductName(transaction: Database, found: ReturnRecord): Promise<string> {
    const lines = await listOrderLines(transaction, found.orderId);
    const line = lines.find(({ productVariantId }) => productVariantId === found.productVariantId);
    return [line?.description, line?.productLabel].filter((part) => part).join(', ');
  }

  /**
   * Returns the site and language of the mail to the customer: the language of the account if the site still
   * offers it. Called before any transaction.
   */
  async function findScope({ accountId, orderId }: ReturnRecord) {
    const owner = await findAccount(database, accountId);
    const site = owner && (await sites.findSiteOfMail(owner.siteId));
    const isSpoken = site?.languages.some(({ languageId }) => languageId === owner?.languageId) ?? false;
    const order = await findOrder(database, orderId);
    const languageId = isSpoken ? owner?.languageId : order?.languageId;
    const language = languageId === undefined ? undefined : await sites.findLanguage(languageId);
    // The account was closed in the meantime.
    if (!site || !language) throw new AdminRefusal('not_found');
    return { site, language };
  }

  /** Writes an answer and notifies the customer. */
  async function answer(
    { returnId, text, answersBefore }: { returnId: string; text: string; answersBefore?: number },
    { now, note, requireSecondPerson }: LongOperationContext,
    decide: (transaction: Database, found: ReturnRecord) => Promise<ReturnDecision>,
  ): Promise<Omit<Outcome, 'changes'>> {
    if (text.trim() === '') throw new AdminRefusal('text_missing', {}, 'text');
    const known = await findReturn(database, returnId);
    if (!known) throw new AdminRefusal('not_found');
    const { site, language } = await findScope(known);
    const { culture } = language;
    const formats = createFormats({ culture });
    await database.transaction('admin-operation', async (transaction) => {
      const found = await lockReturn(transaction, returnId);
      const owner = found && (await findAccount(transaction, found.accountId));
      const order = found && (await findOrder(transaction, found.orderId));
      if (!found || !owner || !order) throw new AdminRefusal('not_found');
      const before = await listReturnAnswers(transaction, [returnId]);
      if (answersBefore !== undefined && answersBefore !== before.length) {
        throw new AdminRefusal('changed_meanwhile');
      }
      const status = getReturnStatus(before);
      const decision = await decide(transaction, found);
      if (decision.status !== 'answered' && isReturnSettled(status)) {
        throw new AdminRefusal('return_settled');
      }
      const { amount = null, replacement } = decision;
      if (amount !== null) requireSecondPerson(amount);
      await insertReturnAnswer(transaction, {
        returnId,
        status: decision.status,
        text: text.trim(),
        amount,
        replacementOrderId: replacement?.orderId ?? null,
        at: now,
      });
      const product = await getProductName(transaction, found);
      await mailWriter.putMail(transaction, {
        kind: 'return-answer',
        site,
        language,
        recipient: owner.emailAddress,
        now,
        compose: (t, origin) =>
          composeAnswerMail(
            t,
            {
              status: decision.status,
              product,
              orderNumber: order.orderNumber,
              text: text.trim(),
              amount: amount === null ? null : formats.euro(amount),
              replacementNumber: replacement?.orderNumber ?? null,
            },
            origin + ACCOUNT_RETURNS_PATH,
          ),
      });
      await note(transaction, [
        {
          resource: 'return',
          resourceId: returnId,
          before: { status, answers: before.length },
          after: {
            status: getReturnStatus([...before, decision]),
            answers: before.length + 1,
            ...(amount !== null && { refunded: amount }),
            ...(replacement && { replacement: replacement.orderNumber }),
          },
        },
      ]);
    });
    return { message: { key: 'admin.said.answered' } };
  }

  /** Locks the order of a return. */
  async function lockOrderOf(transaction: Database, { orderId }: ReturnRecord) {
    const order = await orders.lock(transaction, orderId);
    if (!order) throw new AdminRefusal('not_found');
    return order;
  }

  /**
   * Returns the pieces of a return, divided over the order lines with which they were paid.
   *
   * @throws AdminRefusal if more are requested than are left
   */
  async function listPieces(transaction: Database, found: ReturnRecord, quantity: number) {
    const lines = await listOrderLines(transaction, found.orderId);
    const left = await listCreditableLines(transaction, found.orderId);
    let remaining = quantity;
    const pieces = left.flatMap(({ position, quantity: most }) => {
      const line = lines.find((candidate) => candidate.position === position);
      const taken = line?.productVariantId === found.productVariantId ? Math.min(most, remaining) : 0;
      remaining -= taken;
      return taken > 0 ? [{ position, quantity: taken }] : [];
    });
    if (remaining > 0)
      throw new AdminRefusal('refund_pieces', { quantity: quantity - remaining }, 'quantity');
    return pieces;
  }

  return [
    createLongOperation({
      name: 'return.answer',
      input: Type.Object(answered),
      work: (input, context) => answer(input, context, async () => ({ status: 'answered' })),
    }),
    createLongOperation({
      name: 'return.replace',
      input: Type.Object({ ...answered, quantity: Type.Integer({ minimum: 1, maximum: 999 }) }),
      work: ({ quantity, ...input }, context) =>
        answer(input, context, async (transaction, found) => {
          const { now } = context;
          const order = await lockOrderOf(transaction, found);
          const { productVariantId } = found;
          const placed = await placeReplacement(transaction, order, {
            productVariantId,
            quantity,
            linkTokens,
            now,
          });
          if ('shortage' in placed) {
            throw new AdminRefusal('replacement_out_of_stock', { pieces: placed.shortage }, 'quantity');
          }
          return { status: 'replaced', replacement: placed };
        }),
    }),
    createLongOperation({
      name: 'return.refund',
      input: Type.Object({ ...answered, quantity: Type.Integer({ minimum: 1, maximum: 999 }) }),
      needsConsent: true,
      work: ({ quantity, ...input }, context) =>
        answer(input, context, async (transaction, found) => {
          const order = await lockOrderOf(transaction, found);
          const pieces = await listPieces(transaction, found, quantity);
          const asked = { pieces, delivery: false, paymentCosts: false };
          const credited = await creditFromForm(transaction, orders, order, {
            input: asked,
            reason: 'return',
            now: context.now,
          });
          return { status: 'refunded', amount: credited.amount };
        }),
    }),
    createLongOperation({
      name: 'return.reject',
      input: Type.Object(answered),
      work: (input, context) => answer(input, context, async () => ({ status: 'rejected' })),
    }),
  ];
}

/** Renders the forms that answer a return; a settled one can only be written about. */
function createAnswerForms(
  { returnId, quantity }: { readonly returnId: string; readonly quantity: number },
  answers: readonly ReturnAnswerRow[],
  { t, form }: Pick<AdminPageRequest, 't' | 'form'>,
): ReactNode {
  const options = { hidden: { returnId }, renewed: { answersBefore: answers.length }, isFolded: true };
  const withQuantity = { ...options, fields: ['quantity', 'text'], values: { quantity } };
  return (
    <>
      {form('return.answer', options)}
      {isReturnSettled(getReturnStatus(answers)) ? (
        <p>{t('admin.returns.settled')}</p>
      ) : (
        <>
          {form('return.replace', withQuantity)}
          {form('return.refund', withQuantity)}
          {form('return.reject', options)}
        </>
      )}
    </>
  );
}

/** Photos that a customer sent with a return. */
const PhotoList = ({
  t,
  returnId,
  positions,
}: {
  readonly t: AdminTranslate;
  readonly returnId: string;
  readonly positions: readonly number[];
}) => (
  <ul className="photos">
    {positions.map((position) => {
      const path = `/admin/returns/${returnId}/photos/${position}`;
      return (
        <li key={position}>
          <a href={path}>
            <img loading="lazy" src={path} alt={t('admin.returns.photo', { position })} width="320" />
          </a>
        </li>
      );
    })}
  </ul>
);

/** An answer to a return, with what was refunded or replaced. */
const ReturnAnswer = ({
  t,
  locale,
  answer: { at, status, amount, replacementOrderId, orderNumber, text },
}: {
  readonly t: AdminTranslate;
  readonly locale: string;
  readonly answer: ReturnAnswerRow;
}) => (
  <article>
    <p>
      {formatMoment(at, t)} · {t(`admin.returns.status.${status}`)}
      {amount !== null && ` · ${formatEuro(amount, locale)}`}
      {replacementOrderId !== null && (
        <>
          {' '}
          · <AdminLink path={`/orders/${replacementOrderId}`}>{orderNumber ?? ''}</AdminLink>
        </>
      )}
    </p>
    <MultilineText text={text} />
  </article>
);

/** Creates the admin pages of returns. */
export function createReturnAdmin(deps: ReturnAdminDeps): AdminModule {
  const { database } = deps;
  return {
    operations: createReturnOperations(deps),
    pages: [
      {
        path: '/returns',
        menu: { section: 'orders', label: 'returns', position: 20 },
        async read(request) {
          const { t, query } = request;
          const { status = '', text = '' } = query;
          const known = returnStatuses.find((candidate) => candidate === status);
          const isQueue = status === '' && text === '';
          const keys = await getSiteKeysById(database);
          const title = t('admin.returns.title');
          const { search, table } = await createList(request, {
            path: '/returns',
            title,
            empty: t('admin.returns.empty'),
            fields: [
              { name: 'text', label: t('admin.orders.searchText'), value: text },
              {
                name: 'status',
                label: t('admin.orders.statusLabel'),
                value: status,
                choices: [
                  ['', t('admin.returns.waiting')],
                  ['all', t('admin.orders.all')],
                  ...returnStatuses.map((word) => [word, t(`admin.returns.status.${word}`)] as const),
                ],
              },
            ],
            find: (range) =>
              listReturnsForAdmin(
                database,
                {
                  statuses: known ? [known] : isQueue ? UNDECIDED_STATUSES : [],
                  text: text.trim(),
                  isOldestFirst: isQueue,
                },
                range,
              ),
            columns: [
              [
                t('admin.orders.at'),
                (row) => (
                  <AdminLink path={`/returns/${row.returnId}`}>{formatMoment(row.createdAt, t)}</AdminLink>
                ),
              ],
              [t('admin.orders.statusLabel'), (row) => t(`admin.returns.status.${row.status}`)],
              [t('admin.returns.reasonLabel'), (row) => t(`admin.returns.reason.${row.reason}`)],
              [t('admin.orders.site'), (row) => keys.get(row.siteId) ?? row.siteId],
              [
                t('admin.invoices.order'),
                (row) => <AdminLink path={`/orders/${row.orderId}`}>{row.orderNumber}</AdminLink>,
              ],
            ],
          });
          return {
            title,
            body: (
              <>
                {search}
                {table}
              </>
            ),
          };
        },
      },
      {
        path: '/returns/:returnId',
        async read({ params, t, locale, form }) {
          const { returnId = '' } = params;
          const found = isUuid(returnId) ? await findReturn(database, returnId) : undefined;
          const order = found && (await findOrder(database, found.orderId));
          if (!found || !order) return null;
          const [answers, photos, lines, keys] = await Promise.all([
            listReturnAnswers(database, [returnId]),
            listPhotoPositions(database, [returnId]),
            listOrderLines(database, found.orderId),
            getSiteKeysById(database),
          ]);
          const bought = lines.filter(({ productVariantId }) => productVariantId === found.productVariantId);
          const [line] = bought;
          const paid = bought.reduce((sum, { paidAmount }) => sum + paidAmount, 0);
          const quantity = bought.reduce((sum, row) => sum + row.quantity, 0);
          const status = getReturnStatus(answers);
          const { billing } = order;
          const head = (
            <DetailList
              details={[
                [t('admin.orders.statusLabel'), t(`admin.returns.status.${status}`)],
                [t('admin.orders.at'), formatMoment(found.createdAt, t)],
                [
                  t('admin.orders.goods'),
                  [line?.description, line?.productLabel].filter((part) => part).join(', '),
                ],
                [t('admin.returns.pieces'), found.quantity],
                [t('admin.returns.bought'), `${quantity} · ${formatEuro(paid, locale)}`],
                [t('admin.returns.reasonLabel'), t(`admin.returns.reason.${found.reason}`)],
                [t('admin.returns.labelDate'), found.labelDate],
                [
                  t('admin.invoices.order'),
                  <AdminLink path={`/orders/${found.orderId}`}>{order.orderNumber}</AdminLink>,
                ],
                [t('admin.orders.site'), keys.get(order.siteId) ?? order.siteId],
                [t('admin.orders.customer'), `${billing.firstName} ${billing.lastName}`],
                [t('admin.orders.email'), billing.emailAddress],
              ]}
            />
          );
          return {
            title: t('admin.returns.titleOf', { number: order.orderNumber }),
            body: (
              <>
                {head}
                <Section title={t('admin.returns.text')}>
                  {found.text === '' ? (
                    <EmptyMessage text={t('admin.returns.noText')} />
                  ) : (
                    <MultilineText text={found.text} />
                  )}
                  <PhotoList t={t} returnId={returnId} positions={photos.map(({ position }) => position)} />
                </Section>
                {answers.length > 0 && (
                  <Section title={t('admin.returns.answers')}>
                    <Sequence
                      of={answers.map((answer) => <ReturnAnswer t={t} locale={locale} answer={answer} />)}
                    />
                  </Section>
                )}
                <Section title={t('admin.returns.answer')}>
                  {createAnswerForms(found, answers, { t, form })}
                </Section>
              </>
            ),
          };
        },
      },
    ],
    files: [
      {
        path: '/returns/:returnId/photos/:position',
        async read({ returnId = '', position = '' }) {
          if (!isUuid(returnId) || !/^[1-9]$/.test(position)) return null;
          const bytes = await findReturnPhotoForStaff(database, { returnId, position: Number(position) });
          return bytes ? { type: 'image/jpeg', bytes } : null;
        },
      },
    ],
    tasks: [{ label: 'returnsToAnswer', path: '/returns', count: () => countUnanswered(database) }],
  };
}
