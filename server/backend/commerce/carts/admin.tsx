import Type from 'typebox';
import { getCartImpersonationPath } from '../../../../shared/rules/cart/cart-paths.ts';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { Section } from '../../core/admin/components/Section.tsx';
import { type Cell, Table } from '../../core/admin/components/Table.tsx';
import { formatMoment } from '../../core/admin/formats.ts';
import { AdminRefusal, createLongOperation, createOperation } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { hashToken } from '../../core/security/token.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import {
  createImpersonationKey,
  IMPERSONATION_KEY_VALIDITY_MS,
  listKeys,
  revokeKey,
} from './impersonation.ts';
import { findCart } from './queries.ts';

/**
 * Creates the admin pages of carts: a staff member opens a visitor's cart for a limited time, by the number
 * that the visitor has given.
 */
export function createCartAdmin({
  database,
  sites,
  mailWriter,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: Pick<MailWriter, 'getOrigin'>;
}): AdminModule {
  return {
    operations: [
      createLongOperation({
        name: 'cart.makeKey',
        input: Type.Object({ cartId: Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }) }),
        async work({ cartId }, { now, actor, note }) {
          const known = await findCart(database, cartId);
          const site = known && (await sites.findSite(known.siteId));
          const language = known && (await sites.findLanguage(known.languageId));
          if (!site || !language) throw new AdminRefusal('cart_unknown', {}, 'cartId');
          const key = await database.transaction('impersonate-cart', async (transaction) => {
            const made = await createImpersonationKey(transaction, { cartId, actor, now });
            if (!made) throw new AdminRefusal('cart_unknown', {}, 'cartId');
            const resourceId = hashToken(made.key);
            await note(transaction, [
              { resource: 'cartKey', resourceId, before: null, after: { cart: cartId } },
            ]);
            return made.key;
          });
          const origin = mailWriter.getOrigin(site, language.languageId);
          const url = `${origin}${getCartImpersonationPath(language.code)}#${key}`;
          return {
            message: {
              key: 'admin.said.cartKey',
              values: { url, minutes: IMPERSONATION_KEY_VALIDITY_MS / MINUTE_MS },
            },
          };
        },
      }),
      createOperation({
        name: 'cart.revokeKey',
        input: Type.Object({ cartKey: Type.String({ pattern: '^[\\w-]{20,100}$' }) }),
        async run(transaction, { cartKey }, { now, actor }) {
          const cartId = await revokeKey(transaction, { keyHash: cartKey, actor, now });
          if (cartId === undefined) throw new AdminRefusal('not_found');
          return {
            changes: [{ resource: 'cartKey', resourceId: cartKey, before: { cart: cartId }, after: null }],
          };
        },
      }),
    ],
    pages: [
      {
        path: '/cart-keys',
        menu: { section: 'people', label: 'cartKeys', position: 20 },
        async read({ t, form, now }) {
          const made = await listKeys(database);
          const title = t('admin.carts.keys');
          const rows = made.map(({ keyHash, cartId, createdAt, usedAt }): readonly Cell[] => [
            cartId,
            formatMoment(createdAt, t),
            usedAt === null
              ? now.getTime() - createdAt.getTime() > IMPERSONATION_KEY_VALIDITY_MS
                ? t('admin.carts.over')
                : t('admin.carts.unused')
              : t('admin.carts.usedAt', { at: usedAt }),
            form('cart.revokeKey', { hidden: { cartKey: keyHash } }),
          ]);
          const headings = [
            t('admin.field.cartId'),
            t('admin.orders.at'),
            t('admin.orders.statusLabel'),
            t('admin.outbox.act'),
          ];
          return {
            title: t('admin.carts.title'),
            body: (
              <>
                <p>{t('admin.carts.lead')}</p>
                {form('cart.makeKey')}
                <Section title={title}>
                  <Table headings={headings} rows={rows} empty={t('admin.carts.empty')} caption={title} />
                </Section>
              </>
            ),
          };
        },
      },
    ],
  };
}
