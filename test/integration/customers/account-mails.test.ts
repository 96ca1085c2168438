import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { readPageLinks } from '../../../server/backend/content/content/queries.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { readMailTexts } from '../../../server/backend/core/mail/mail-texts.ts';
import { createMailWriter } from '../../../server/backend/core/mail/mail-writer.ts';
import {
  type AccountMailer,
  createAccountMailer,
  type MailScope,
  readMailScope,
} from '../../../server/backend/customers/accounts/account-mailer.ts';
import { insertAccount } from '../../../server/backend/customers/accounts/queries.ts';
import { outboxMail } from '../../../server/backend/schema/schema.ts';
import { readImportVersion } from '../../../server/backend/shop-store/import-version.ts';
import { createSiteDirectory, type SiteDirectory } from '../../../server/backend/sites/site-directory.ts';
import type { SiteRecord } from '../../../server/backend/sites/site-record.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';

const now = FIXTURE_NOW;
const EMAIL_ADDRESS = 'marit@stal.example';
const accountMailKinds = [
  'account-activation',
  'account-already-registered',
  'account-welcome',
  'password-reset',
  'password-changed',
  'sign-ins-failed',
  'email-change-confirm',
  'email-changed',
];

let openedDatabase: OpenDatabase;
let siteDirectory: SiteDirectory;
let mailer: AccountMailer;

beforeAll(async () => {
  openedDatabase = await openSampleDatabase();
  siteDirectory = createSiteDirectory({
    database: openedDatabase.database,
    clock: () => now.getTime(),
    siteDomains: new Map(),
    readPageLinks,
    readShopVersion: readImportVersion,
  });
  mailer = createAccountMailer({
    mailWriter: createMailWriter({
      texts: readMailTexts(path.join(import.meta.dirname, '../../../locales')),
      publicAddress: { webPort: 3000 },
    }),
  });
});

afterAll(() => openedDatabase?.close());

/** Creates every account mail, as its owner gets it. */
async function writeAllAccountMails(site: SiteRecord, languageId: number) {
  const scope: MailScope = await readMailScope(siteDirectory, site);
  const owner = { accountId: crypto.randomUUID(), emailAddress: EMAIL_ADDRESS, languageId };
  return openedDatabase.database.transaction('change-account', async (transaction) => {
    await insertAccount(transaction, {
      ...owner,
      emailAddress: `${owner.accountId}@stal.example`,
      siteId: site.site.siteId,
      firstName: 'Marit',
      lastName: 'de Vries',
      createdAt: now,
    });
    await mailer.putActivation(transaction, scope, owner, { path: '/account/confirm/', now });
    await mailer.putAlreadyRegistered(transaction, scope, owner, now);
    await mailer.putWelcome(transaction, scope, owner, now);
    await mailer.putReset(transaction, scope, owner, { path: '/account/reset/', now });
    await mailer.putPasswordChanged(transaction, scope, owner, now);
    await mailer.putSignInsFailed(transaction, scope, owner, now);
    await mailer.putEmailChange(transaction, scope, owner, {
      path: '/account/confirm/',
      now,
      newEmailAddress: 'marit@linde.example',
      isTaken: false,
    });
    await mailer.putEmailChanged(transaction, scope, owner, now);
    const mails = await transaction.select().from(outboxMail).orderBy(sql`${outboxMail.outboxMailId}`);
    await transaction.delete(outboxMail);
    return mails;
  });
}

describe('account mails', () => {
  it('are complete in every language of every shop, mention its brand only, and link to its own host', async () => {
    const languages = new Map((await siteDirectory.listLanguages()).map((row) => [row.languageId, row.code]));
    const spoken = new Set<string>();
    const brands = new Set<string>();
    for (const site of await siteDirectory.listSites()) {
      if (site.site.type === 2) continue;
      const [brand, other] = site.site.type === 0 ? ['Havero', 'Hafero'] : ['Hafero', 'Havero'];
      for (const { languageId, domain } of site.languages) {
        spoken.add(`${brand} ${languages.get(languageId)}`);
        brands.add(brand!);
        const mails = await writeAllAccountMails(site, languageId);
        expect(mails.map(({ kind }) => kind)).toEqual(accountMailKinds);
        for (const { kind, subject, text, html } of mails) {
          const about = `${kind} of ${domain}`;
          const said = `${subject}\n${text}\n${html}`;
          expect([about, /%\{|undefined|\|\|\|\||\[object/.exec(said)]).toEqual([about, null]);
          expect([about, said.includes(other!)]).toEqual([about, false]);
          expect([about, text.includes(brand!)]).toEqual([about, true]);
          // The name could have been typed by another person, so these mails do not contain it.
          expect([about, said.includes('de Vries')]).toEqual([about, false]);
          const hosts = [...said.matchAll(/https?:\/\/([^/\s"<]+)/g)].map(([, host]) => host);
          expect([about, [...new Set(hosts)]]).toEqual([about, [`${domain}:3000`]]);
        }
      }
    }
    expect(brands).toEqual(new Set(['Havero', 'Hafero']));
    expect(new Set([...spoken].map((pair) => pair.split(' ')[1])).size).toBe(9);
  });

  it('about access explain what to do if another person requested them', async () => {
    const site = await siteDirectory.findSite(1);
    const mails = await writeAllAccountMails(site!, 4);
    for (const { kind, text } of mails) {
      expect([kind, /(?:not|n’t) (?:this|you|ask|activate|request|create|write)/i.test(text)]).toEqual([
        kind,
        true,
      ]);
    }
  });
});
