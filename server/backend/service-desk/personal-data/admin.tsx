import Type from 'typebox';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { listOrdersOfPerson } from '../../commerce/orders/queries.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { type Cell, Table } from '../../core/admin/components/Table.tsx';
import { Line } from '../../core/admin/fields.ts';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import {
  type AdminOperation,
  AdminRefusal,
  createLongOperation,
  createOperation,
} from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type {
  Person,
  PersonalDataSource,
  PersonalDataTopic,
  PersonIdentity,
} from '../../core/privacy/personal-data-source.ts';
import { findAccountByEmailAddress, lockAccount } from '../../customers/accounts/queries.ts';
import type { AccountRecord } from '../../customers/accounts/types.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { closeAccount, findAccountLanguage, forgetGuest } from './forget-account.ts';
import { createPersonUrlTokens } from './person-url-tokens.ts';
import { listPersonRows, listPersonTables, NO_ACCOUNT_ID } from './queries.ts';

/** As long as a session of staff lasts. */
const PAGE_LINK_VALIDITY_MS = 8 * HOUR_MS;
/** Validity in milliseconds of a download link, which is followed immediately. */
const DOWNLOAD_LINK_VALIDITY_MS = 5 * MINUTE_MS;
const MAX_PERSON_TOKEN_LENGTH = 1000;

/** Counts the stored rows of a person by topic, the most first. */
function countByTopic(
  sources: readonly PersonalDataSource[],
  rowsByTable: Readonly<Record<string, readonly unknown[]>>,
): [topic: PersonalDataTopic, rows: number][] {
  const counts = new Map<PersonalDataTopic, number>();
  for (const [name, { topic }] of listPersonTables(sources)) {
    const rows = rowsByTable[name]?.length ?? 0;
    if (rows > 0) counts.set(topic, (counts.get(topic) ?? 0) + rows);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

/** Creates the admin pages for requests for information or erasure. */
export function createPersonalDataAdmin(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  /** Personal data of all modules, some of which are created after this one. */
  readonly listSources: () => readonly PersonalDataSource[];
  readonly mailWriter: MailWriter;
  /** Secret of 32 bytes. */
  readonly secret: Buffer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): AdminModule {
  const { database, sites, listSources, clock } = deps;
  const keys = createPersonUrlTokens(deps.secret);

  const toPerson = (identity: PersonIdentity, account: AccountRecord | undefined): Person => ({
    ...identity,
    accountId: account?.accountId ?? NO_ACCOUNT_ID,
    hasGuestOrders: true,
  });

  /**
   * Returns the name of a person in the log: the id of the account, or that of an order for a guest; never an
   * address.
   */
  async function findLogSubject(
    handle: Database,
    identity: PersonIdentity,
    account: AccountRecord | undefined,
  ) {
    if (account) return { resource: 'account', resourceId: account.accountId };
    const [order] = await listOrdersOfPerson(handle, { ...identity, accountId: null });
    return order
      ? { resource: 'guestOfOrder', resourceId: order.orderId }
      : { resource: 'guestOfSite', resourceId: identity.siteId };
  }

  function openPersonKey(key: string, now: Date): PersonIdentity {
    const identity = keys.open(key, 'page', now);
    if (!identity) throw new AdminRefusal('person_over');
    return identity;
  }

  const operations: readonly AdminOperation[] = [
    createOperation({
      name: 'person.find',
      input: Type.Object({ site: Line(60), emailAddress: Line(254) }),
      async run(transaction, { site, emailAddress }, { now }) {
        const [siteId] = [...(await getSiteKeysById(transaction))].find(([, key]) => key === site) ?? [];
        if (siteId === undefined) throw new AdminRefusal('site_key_unknown', {}, 'site');
        const person = { siteId, emailAddress: normaliseEmailAddress(emailAddress) };
        const key = keys.seal(person, 'page', new Date(now.getTime() + PAGE_LINK_VALIDITY_MS));
        return { changes: [], message: { key: 'admin.said.found' }, leadsTo: `/people/${key}` };
      },
    }),
    createOperation({
      name: 'person.export',
      input: Type.Object({ key: Line(MAX_PERSON_TOKEN_LENGTH) }),
      async run(transaction, { key }, { now }) {
        const identity = openPersonKey(key, now);
        const account = await findAccountByEmailAddress(transaction, identity.siteId, identity.emailAddress);
        const named = await findLogSubject(transaction, identity, account);
        const sealed = keys.seal(identity, 'export', new Date(now.getTime() + DOWNLOAD_LINK_VALIDITY_MS));
        return {
          changes: [{ ...named, before: null, after: { exportedAt: now.toISOString() } }],
          leadsTo: `/people/${sealed}/data.json`,
        };
      },
    }),
    createLongOperation({
      name: 'person.forget',
      input: Type.Object({ key: Line(MAX_PERSON_TOKEN_LENGTH) }),
      needsConsent: true,
      async work({ key }, { now, note }) {
        const identity = openPersonKey(key, now);
        const { siteId, emailAddress } = identity;
        const known = await findAccountByEmailAddress(database, siteId, emailAddress);
        const site = await sites.findSiteOfMail(siteId);
        const language =
          site &&
          ((known && (await findAccountLanguage(sites, site, known))) ??
            (await sites.findLanguage(site.site.fallbackLanguageId)));
        if (!site || !language) throw new AdminRefusal('not_found');
        await database.transaction('close-account', async (transaction) => {
          const account = known && (await lockAccount(transaction, known.accountId));
          const named = await findLogSubject(transaction, identity, account);
          // Runs before the last mail is written, which must not be deleted.
          await forgetGuest(transaction, listSources(), identity);
          if (account) await closeAccount(transaction, deps, account, { site, language, now });
          await note(transaction, [{ ...named, before: { kept: true }, after: null }]);
        });
        return { message: { key: 'admin.said.forgotten' }, leadsTo: '/people' };
      },
    }),
  ];

  return {
    operations,
    pages: [
      {
        path: '/people',
        menu: { section: 'people', label: 'people', position: 10 },
        async read({ t, form }) {
          const siteKeys = await getSiteKeysById(database);
          return {
            title: t('admin.people.title'),
            body: (
              <>
                <p>{t('admin.people.lead')}</p>
                {form('person.find', {
                  choices: { site: [...siteKeys.values()].map((key) => [key, key] as const) },
                })}
              </>
            ),
          };
        },
      },
      {
        path: '/people/:key',
        async read({ params, t, locale, form, now }) {
          const { key = '' } = params;
          const identity = keys.open(key, 'page', now);
          if (!identity) return null;
          const account = await findAccountByEmailAddress(database, identity.siteId, identity.emailAddress);
          const [siteKeys, orders, rowsByTable] = await Promise.all([
            getSiteKeysById(database),
            listOrdersOfPerson(database, { ...identity, accountId: account?.accountId ?? null }),
            database.transaction('export-account', (transaction) =>
              listPersonRows(transaction, listSources(), toPerson(identity, account)),
            ),
          ]);
          const details = (
            <DetailList
              details={[
                [t('admin.orders.email'), identity.emailAddress],
                [t('admin.orders.site'), siteKeys.get(identity.siteId) ?? identity.siteId],
                [
                  t('admin.people.account'),
                  account
                    ? t('admin.people.accountSince', { at: account.createdAt })
                    : t('admin.people.noAccount'),
                ],
              ]}
            />
          );
          const orderTitle = t('admin.orders.title');
          const orderRows = orders.map((order): readonly Cell[] => [
            <AdminLink path={`/orders/${order.orderId}`}>{order.orderNumber}</AdminLink>,
            t(`admin.orders.status.${order.status}`),
            formatMoment(order.createdAt, t),
            formatEuro(order.totalAmount, locale),
          ]);
          const storedTitle = t('admin.people.kept');
          const storedRows = countByTopic(listSources(), rowsByTable).map(
            ([topic, rows]): readonly Cell[] => [t(`admin.people.topic.${topic}`), rows],
          );
          return {
            title: t('admin.people.titleOf'),
            body: (
              <>
                {details}
                <Section title={orderTitle}>
                  <Table
                    headings={[
                      t('admin.orders.number'),
                      t('admin.orders.statusLabel'),
                      t('admin.orders.placed'),
                      t('admin.orders.total'),
                    ]}
                    rows={orderRows}
                    empty={t('admin.orders.empty')}
                    caption={orderTitle}
                    figures={[3]}
                  />
                </Section>
                <Section title={storedTitle}>
                  <Table
                    headings={[t('admin.people.table'), t('admin.people.rows')]}
                    rows={storedRows}
                    empty={t('admin.people.nothing')}
                    caption={storedTitle}
                    figures={[1]}
                  />
                  {form('person.export', { hidden: { key } })}
                  {form('person.forget', {
                    hidden: { key },
                    isFolded: true,
                    note: <p>{t('admin.people.forgetNote')}</p>,
                  })}
                </Section>
              </>
            ),
          };
        },
      },
    ],
    files: [
      {
        path: '/people/:key/data.json',
        async read({ key = '' }) {
          const now = new Date(clock());
          const identity = keys.open(key, 'export', now);
          if (!identity) return null;
          const tables = await database.transaction('export-account', async (transaction) => {
            const account = await findAccountByEmailAddress(
              transaction,
              identity.siteId,
              identity.emailAddress,
            );
            return listPersonRows(transaction, listSources(), toPerson(identity, account));
          });
          const text = JSON.stringify({ exportedAt: now.toISOString(), tables }, null, 2);
          return { type: 'application/json', bytes: Buffer.from(text), fileName: 'person.json' };
        },
      },
    ],
  };
}
