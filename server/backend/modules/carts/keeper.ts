import Type from 'typebox';
import { getCartImpersonationPath } from '../../../../shared/rules/cart/cart-paths.ts';
import { markup } from '../../../platform/markup.ts';
import type { Database } from '../../database/database.ts';
import { type Cell, createSection, createTable, formatMoment } from '../../keeper/html.ts';
import type { KeeperPart } from '../../keeper/keeper-part.ts';
import { createOperation, KeeperRefusal } from '../../keeper/operation.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { hashToken } from '../../security/token.ts';
import { KEY_MS, listKeys, makeKey, revokeKey } from './impersonation.ts';

/** What the people who run the shop do with the carts of visitors: open one for a while, where its visitor has told them its number. */
export function createCartKeeper({
  database,
  sites,
  mailWriter,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: Pick<MailWriter, 'getOrigin'>;
}): KeeperPart {
  return {
    operations: [
      createOperation({
        name: 'cart.makeKey',
        input: Type.Object({ cartId: Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }) }),
        async run(transaction, { cartId }, { now, actor }) {
          const made = await makeKey(transaction, { cartId, actor, now });
          const site = made && (await sites.findSite(made.siteId));
          const language = made && (await sites.findLanguage(made.languageId));
          if (!made || !site || !language) throw new KeeperRefusal('cart_unknown', {}, 'cartId');
          const { key } = made;
          const origin = mailWriter.getOrigin(site, language.languageId);
          return {
            changes: [{ noun: 'cartKey', nounId: hashToken(key), before: null, after: { cart: cartId } }],
            said: {
              key: 'keeper.said.cartKey',
              values: {
                url: `${origin}${getCartImpersonationPath(language.code)}#${key}`,
                minutes: KEY_MS / 60_000,
              },
            },
          };
        },
      }),
      createOperation({
        name: 'cart.revokeKey',
        input: Type.Object({ cartKey: Type.String({ pattern: '^[\\w-]{20,100}$' }) }),
        async run(transaction, { cartKey }, { now, actor }) {
          const cartId = await revokeKey(transaction, { keyHash: cartKey, actor, now });
          if (cartId === undefined) throw new KeeperRefusal('not_found');
          return {
            changes: [{ noun: 'cartKey', nounId: cartKey, before: { cart: cartId }, after: null }],
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
          const title = t('keeper.carts.keys');
          const rows = made.map(({ keyHash, cartId, createdAt, usedAt }): readonly Cell[] => [
            cartId,
            formatMoment(createdAt),
            usedAt === null
              ? now.getTime() - createdAt.getTime() > KEY_MS
                ? t('keeper.carts.over')
                : t('keeper.carts.unused')
              : t('keeper.carts.usedAt', { at: formatMoment(usedAt) }),
            form('cart.revokeKey', { hidden: { cartKey: keyHash } }),
          ]);
          const headings = [
            t('keeper.field.cartId'),
            t('keeper.orders.at'),
            t('keeper.orders.statusLabel'),
            t('keeper.outbox.act'),
          ];
          return {
            title: t('keeper.carts.title'),
            body: markup`<p>${t('keeper.carts.lead')}</p>${form('cart.makeKey')}${createSection(
              title,
              createTable(headings, rows, { empty: t('keeper.carts.empty'), caption: title }),
            )}`,
          };
        },
      },
    ],
  };
}
