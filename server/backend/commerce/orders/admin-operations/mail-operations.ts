import Type from 'typebox';
import { resolveLocale } from '../../../../../shared/i18n/locales.ts';
import { getOrderPath } from '../../../../../shared/rules/checkout/checkout-paths.ts';
import { Uuid } from '../../../core/admin/fields.ts';
import {
  type AdminOperation,
  AdminRefusal,
  createLongOperation,
  createOperation,
} from '../../../core/admin/operation.ts';
import type { Database } from '../../../core/database/database.ts';
import type { MailWriter } from '../../../core/mail/mail-writer.ts';
import { sendMailAgain } from '../../../core/mail/queries.ts';
import type { LinkTokens } from '../../../core/security/link-tokens.ts';
import type { SiteDirectory } from '../../../sites/site-directory.ts';
import { findOrderDocument, listMailsOfOrder } from '../admin-queries.ts';
import { composeResentDocumentMail } from '../documents/resent-document-mail.ts';
import { findOrder } from '../queries.ts';
import type { OrderChanger } from '../types.ts';
import { lockFoundOrder } from './order-changes.ts';

export interface OrderMailDeps {
  readonly database: Database;
  readonly orders: OrderChanger;
  readonly sites: SiteDirectory;
  readonly mailWriter: MailWriter;
  readonly linkTokens: LinkTokens;
}

/** Creates the admin operations that send a mail or a document of an order again. */
export function createOrderMailOperations({
  database,
  orders,
  sites,
  mailWriter,
  linkTokens,
}: OrderMailDeps): readonly AdminOperation[] {
  return [
    createOperation({
      name: 'order.resendMail',
      input: Type.Object({ orderId: Uuid(), mailId: Type.Integer({ minimum: 1 }) }),
      async run(transaction, { orderId, mailId }, { now }) {
        const order = await lockFoundOrder(transaction, orders, orderId);
        const mail = (await listMailsOfOrder(transaction, order)).find(
          ({ outboxMailId }) => outboxMailId === mailId,
        );
        if (!mail) throw new AdminRefusal('not_found');
        if (!mail.isWhole) throw new AdminRefusal('mail_not_kept');
        await sendMailAgain(transaction, mailId, now);
        return {
          changes: [
            { resource: 'order', resourceId: orderId, before: null, after: { mailedAgain: mail.kind } },
          ],
          message: { key: 'admin.said.mailed' },
        };
      },
    }),
    createLongOperation({
      name: 'order.sendDocument',
      input: Type.Object({ invoiceId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
      async work({ invoiceId }, { now, note }) {
        const issuedDocument = await findOrderDocument(database, invoiceId);
        const known = issuedDocument && (await findOrder(database, issuedDocument.orderId));
        const site = known && (await sites.findSiteOfMail(known.siteId));
        const language = known && (await sites.findLanguage(known.languageId));
        const locale = language && resolveLocale(language.code);
        if (!issuedDocument || !site || !language || !locale) throw new AdminRefusal('not_found');
        const { orderId, number, storedDocumentId } = issuedDocument;
        const token = linkTokens.derive({ purpose: 'order', id: orderId });
        await database.transaction('admin-operation', async (transaction) => {
          const order = await lockFoundOrder(transaction, orders, orderId);
          await mailWriter.putMail(transaction, {
            kind: 'order-document',
            site,
            language,
            recipient: order.billing.emailAddress,
            now,
            compose: (t, origin) =>
              composeResentDocumentMail(t, {
                document: number,
                order: order.orderNumber,
                url: origin + getOrderPath(locale, { orderId, token }),
              }),
            documents: [storedDocumentId],
          });
          await note(transaction, [
            { resource: 'order', resourceId: orderId, before: null, after: { mailedAgain: number } },
          ]);
        });
        return { message: { key: 'admin.said.mailed' } };
      },
    }),
  ];
}
