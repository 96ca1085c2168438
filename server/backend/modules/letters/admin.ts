import Type from 'typebox';
import { markup, noMarkup } from '../../../platform/markup.ts';
import type { AdminModule, AdminPage, AdminPageRequest } from '../../admin/admin-module.ts';
import { Choice, Ids, Line, Text } from '../../admin/fields.ts';
import {
  createFacts,
  createSection,
  createTable,
  formatEuro,
  formatMoment,
  linkTo,
} from '../../admin/html.ts';
import {
  AdminRefusal,
  createOperation,
  createPreparedOperation,
  type OperationContext,
  type Outcome,
} from '../../admin/operation.ts';
import type { Database } from '../../database/database.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { countSubscribers, letterKinds } from '../newsletter/queries.ts';
import { findLetter, listLetters, lockLetter, type WholeLetter } from './queries.ts';
import {
  cancelLetter,
  checkLetter,
  type LetterDraft,
  type LetterFault,
  type LetterProblem,
  type LetterResult,
  type LetterScope,
  pauseLetter,
  reportLetter,
  resumeLetter,
  saveLetter,
  sendLetter,
  testLetter,
} from './service.ts';

const LIST_LIMIT = 200;
const letterId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Time of the last change of the campaign in the form. A different value means that it was changed since. */
const changedAt = Type.String({ maxLength: 30 });
const content = {
  name: Line(100),
  kind: Choice(letterKinds),
  siteIds: Ids(100),
};
const words = { subject: Line(150), markdown: Text(100_000, 1) };

type Translate = AdminPageRequest['t'];

const tellProblem = (problem: LetterProblem, t: Translate): string =>
  problem.code === 'language_missing'
    ? t('admin.letter.languageMissing', { language: problem.languageCode, readers: problem.readers })
    : t('admin.letter.linkDead', {
        language: problem.languageCode,
        path: problem.path,
        site: problem.siteKey,
      });

/** Converts a failure of the service to an error of the admin pages. */
function toRefusal(fault: LetterFault): AdminRefusal {
  if (fault.code === 'letter_unknown') return new AdminRefusal('not_found');
  if (fault.code === 'state') return new AdminRefusal(`letter_${fault.status}`);
  if (fault.code === 'text')
    return new AdminRefusal('letter_text', { language: fault.languageCode }, undefined, [fault.fault.told]);
  if (fault.code === 'not_ready')
    return new AdminRefusal('letter_not_ready', { smart_count: fault.problems.length });
  if (fault.code === 'address') return new AdminRefusal('letter_address', {}, 'emailAddress');
  if (fault.code === 'no_site' || fault.code === 'site_unknown')
    return new AdminRefusal('letter_site', {}, 'siteIds');
  if (fault.code === 'name') return new AdminRefusal('letter_name', {}, 'name');
  return new AdminRefusal('letter_words');
}

/** Returns the campaign for the audit log in full; it contains no personal data. */
export const describeForLog = (letter: WholeLetter | undefined, languages: LetterScope['languages']) =>
  letter
    ? {
        name: letter.name,
        kind: letter.kind,
        status: letter.status,
        siteIds: letter.siteIds.join(', '),
        ...Object.fromEntries(
          letter.texts.map(({ languageId, subject, markdown }) => [
            languages.find((language) => language.languageId === languageId)?.code ?? String(languageId),
            `${subject}\n${markdown}`,
          ]),
        ),
      }
    : null;

/** Creates the admin pages of campaigns, with the same operations as `npm run letter`. */
export function createLetterAdmin({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): AdminModule {
  const readScope = async (): Promise<LetterScope> => ({
    sites: await sites.listSites(),
    languages: await sites.listLanguages(),
  });

  /** Changes a campaign and logs it before and after. */
  async function change(
    transaction: Database,
    id: number | null,
    scope: LetterScope,
    work: (former: WholeLetter | undefined) => Promise<LetterResult>,
    expected?: string,
  ): Promise<Outcome> {
    const former = id === null ? undefined : await lockLetter(transaction, id);
    if (id !== null && !former) throw new AdminRefusal('not_found');
    if (expected !== undefined && former?.changedAt.toISOString() !== expected) {
      throw new AdminRefusal('changed_meanwhile');
    }
    const result = await work(former);
    if (result.outcome === 'refused') throw toRefusal(result.fault);
    const after = await findLetter(transaction, result.letterId);
    const before = describeForLog(former, scope.languages);
    return {
      changes: [
        { noun: 'letter', nounId: result.letterId, before, after: describeForLog(after, scope.languages) },
      ],
      leadsTo: `/letters/${result.letterId}`,
    };
  }

  const toDraft = (former: WholeLetter, { sites: all, languages }: LetterScope): LetterDraft => ({
    letterId: former.letterId,
    name: former.name,
    kind: former.kind,
    siteKeys: former.siteIds.flatMap(
      (siteId) => all.find(({ site }) => site.siteId === siteId)?.site.key ?? [],
    ),
    texts: former.texts.map(({ languageId, subject, markdown }) => ({
      languageCode: languages.find((language) => language.languageId === languageId)?.code ?? '',
      subject,
      markdown,
    })),
  });

  const getKeys = ({ sites: all }: LetterScope, siteIds: readonly number[]): string[] =>
    siteIds.map((siteId) => {
      const found = all.find(({ site }) => site.siteId === siteId);
      if (!found) throw new AdminRefusal('letter_site', {}, 'siteIds');
      return found.site.key;
    });

  const getCode = ({ languages }: LetterScope, languageId: number): string => {
    const found = languages.find((language) => language.languageId === languageId);
    if (!found) throw new AdminRefusal('letter_words', {}, 'languageId');
    return found.code;
  };

  const create = createPreparedOperation(database, {
    name: 'letter.create',
    prepare: readScope,
    input: Type.Object({ ...content, languageId: Type.Integer({ minimum: 1 }), ...words }),
    run: (transaction, input, context, scope) =>
      change(transaction, null, scope, () => {
        const { name, kind, siteIds, languageId, subject, markdown } = input;
        const languageCode = getCode(scope, languageId);
        return saveLetter(transaction, context, scope, {
          letterId: null,
          name,
          kind,
          siteKeys: getKeys(scope, siteIds),
          texts: [{ languageCode, subject, markdown }],
        });
      }),
  });
  const save = createPreparedOperation(database, {
    name: 'letter.save',
    prepare: readScope,
    input: Type.Object({ letterId, changedAt, ...content }),
    run: (transaction, input, context, scope) =>
      change(
        transaction,
        input.letterId,
        scope,
        async (former) => {
          if (!former) throw new AdminRefusal('not_found');
          const { name, kind, siteIds } = input;
          const siteKeys = getKeys(scope, siteIds);
          return saveLetter(transaction, context, scope, { ...toDraft(former, scope), name, kind, siteKeys });
        },
        input.changedAt,
      ),
  });
  const write = createPreparedOperation(database, {
    name: 'letter.write',
    prepare: readScope,
    input: Type.Object({ letterId, changedAt, languageId: Type.Integer({ minimum: 1 }), ...words }),
    run: (transaction, input, context, scope) =>
      change(
        transaction,
        input.letterId,
        scope,
        async (former) => {
          if (!former) throw new AdminRefusal('not_found');
          const languageCode = getCode(scope, input.languageId);
          const draft = toDraft(former, scope);
          const others = draft.texts.filter((text) => text.languageCode !== languageCode);
          const { subject, markdown } = input;
          return saveLetter(transaction, context, scope, {
            ...draft,
            texts: [...others, { languageCode, subject, markdown }],
          });
        },
        input.changedAt,
      ),
  });
  const test = createOperation({
    name: 'letter.test',
    input: Type.Object({ letterId, emailAddress: Line(254) }),
    async run(transaction, { letterId: id, emailAddress }, context) {
      const result = await testLetter(transaction, context, { letterId: id, emailAddress });
      if (result.outcome === 'refused') throw toRefusal(result.fault);
      return {
        // The test address is personal data and is not logged.
        changes: [{ noun: 'letter', nounId: id, before: null, after: { test: 'sent' } }],
        said: { key: 'admin.letter.tested' },
      };
    },
  });
  const start = createPreparedOperation(database, {
    name: 'letter.send',
    prepare: readScope,
    input: Type.Object({ letterId, changedAt }),
    needsConsent: true,
    run: (transaction, input, context, scope) =>
      change(
        transaction,
        input.letterId,
        scope,
        () => sendLetter(transaction, context, scope, input.letterId),
        input.changedAt,
      ),
  });
  const createStep = (
    name: string,
    step: (transaction: Database, act: OperationContext, id: number) => Promise<LetterResult>,
    needsConsent = false,
  ) =>
    createPreparedOperation(database, {
      name,
      prepare: readScope,
      input: Type.Object({ letterId }),
      needsConsent,
      run: (transaction, input, context, scope) =>
        change(transaction, input.letterId, scope, () => step(transaction, context, input.letterId)),
    });
  const pause = createStep('letter.pause', pauseLetter);
  const resume = createStep('letter.resume', resumeLetter);
  const cancel = createStep('letter.cancel', cancelLetter, true);

  /** Returns the options of the fields of a campaign. */
  const getChoices = ({ sites: all, languages }: LetterScope) => ({
    siteIds: all.map(({ site }) => [site.siteId, site.key] as const),
    languageId: languages.map(({ languageId, code }) => [languageId, code] as const),
  });

  const list: AdminPage = {
    path: '/letters',
    menu: { section: 'letters', label: 'letters', position: 10 },
    async read({ t, form }) {
      const scope = await readScope();
      const rows = (await listLetters(database, LIST_LIMIT)).map((letter) => [
        linkTo(`/letters/${letter.letterId}`, letter.name),
        t(`admin.choice.${letter.kind}`),
        t(`admin.letter.status.${letter.status}`),
        formatMoment(letter.changedAt, t),
        letter.writtenCount,
      ]);
      const title = t('admin.menu.letters');
      const headings = [
        t('admin.field.name'),
        t('admin.field.kind'),
        t('admin.letter.status'),
        t('admin.letter.changed'),
        t('admin.letter.written'),
      ];
      const table = createTable(headings, rows, {
        empty: t('admin.letter.none'),
        caption: title,
        figures: [4],
      });
      const note = markup`<p>${t('admin.letter.markdown')}</p>`;
      return {
        title,
        body: markup`${table}${form('letter.create', { choices: getChoices(scope), isFolded: true, note })}`,
      };
    },
  };

  const one: AdminPage = {
    path: '/letters/:letterId',
    async read({ params, t, locale, form }) {
      const id = /^\d{1,9}$/.test(params.letterId ?? '') ? Number(params.letterId) : 0;
      const report = await reportLetter(database, id);
      if (!report) return null;
      const scope = await readScope();
      const { letter } = report;
      const hidden = { letterId: id };
      const renewed = { changedAt: letter.changedAt.toISOString() };
      const isDraft = letter.status === 'draft';
      const problems = isDraft ? ((await checkLetter(database, scope, id)) ?? []) : [];
      const facts = createFacts([
        [t('admin.letter.status'), t(`admin.letter.status.${letter.status}`)],
        [t('admin.field.kind'), t(`admin.choice.${letter.kind}`)],
        [t('admin.field.siteIds'), toDraft(letter, scope).siteKeys.join(', ')],
        [t('admin.letter.started'), formatMoment(letter.startedAt, t)],
        [t('admin.letter.ended'), formatMoment(letter.endedAt, t)],
        [t('admin.letter.written'), letter.writtenCount],
        [
          t('admin.letter.mails'),
          t('admin.letter.mailsOf', { sent: report.sent, waiting: report.waiting, failed: report.failed }),
        ],
        [t('admin.letter.visits'), report.visits],
        [t('admin.letter.carts'), report.carts],
        [t('admin.letter.orders'), report.orders],
        [t('admin.letter.revenue'), formatEuro(report.revenue, locale)],
      ]);
      const missing =
        problems.length > 0
          ? createSection(
              t('admin.letter.problems'),
              markup`<ul>${problems.map((problem) => markup`<li>${tellProblem(problem, t)}</li>`)}</ul>`,
            )
          : noMarkup;
      const spoken = scope.languages.filter(({ languageId }) =>
        scope.sites.some(
          ({ site, languages }) =>
            letter.siteIds.includes(site.siteId) &&
            languages.some((language) => language.languageId === languageId),
        ),
      );
      const texts = spoken.map(({ languageId, code }) => {
        const text = letter.texts.find((own) => own.languageId === languageId);
        const shown = isDraft
          ? form('letter.write', {
              hidden: { ...hidden, languageId },
              renewed,
              values: { subject: text?.subject ?? '', markdown: text?.markdown ?? '' },
            })
          : markup`<p><strong>${text?.subject ?? '–'}</strong></p><p class="lines">${text?.markdown ?? ''}</p>`;
        return markup`<section lang="${code}"><h3>${code}</h3>${shown}</section>`;
      });
      const steps = markup`${
        isDraft
          ? markup`${form('letter.save', { hidden, renewed, choices: getChoices(scope), values: { name: letter.name, kind: letter.kind, siteIds: letter.siteIds }, isFolded: true })}${form('letter.send', { hidden, renewed })}`
          : noMarkup
      }${letter.status === 'sending' ? form('letter.pause', { hidden }) : noMarkup}${letter.status === 'paused' ? form('letter.resume', { hidden }) : noMarkup}${['draft', 'sending', 'paused'].includes(letter.status) ? form('letter.cancel', { hidden, isFolded: true }) : noMarkup}`;
      return {
        title: letter.name,
        body: markup`${facts}${missing}${createSection(t('admin.letter.texts'), ...texts)}${createSection(t('admin.letter.test'), form('letter.test', { hidden }))}${['sent', 'cancelled'].includes(letter.status) ? noMarkup : createSection(t('admin.letter.steps'), steps)}`,
      };
    },
  };

  const subscribers: AdminPage = {
    path: '/subscribers',
    menu: { section: 'letters', label: 'subscribers', position: 20 },
    async read({ t }) {
      const scope = await readScope();
      const rows = (await countSubscribers(database)).map(({ siteId, languageId, newsletter, offers }) => [
        scope.sites.find(({ site }) => site.siteId === siteId)?.site.key ?? siteId,
        scope.languages.find((language) => language.languageId === languageId)?.code ?? languageId,
        newsletter,
        offers,
      ]);
      const title = t('admin.menu.subscribers');
      const headings = [
        t('admin.letter.site'),
        t('admin.language'),
        t('admin.choice.newsletter'),
        t('admin.choice.offers'),
      ];
      return {
        title,
        body: createTable(headings, rows, {
          empty: t('admin.letter.noReaders'),
          caption: title,
          figures: [2, 3],
        }),
      };
    },
  };

  return {
    operations: [create, save, write, test, start, pause, resume, cancel],
    pages: [list, one, subscribers],
    tasks: [
      {
        label: 'lettersSending',
        path: '/letters',
        count: async () =>
          (await listLetters(database, LIST_LIMIT)).filter(
            ({ status }) => status === 'sending' || status === 'paused',
          ).length,
      },
    ],
  };
}
