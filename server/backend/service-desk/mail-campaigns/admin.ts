import Type from 'typebox';
import { markup, noMarkup } from '../../../platform/markup.ts';
import type { AdminModule, AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { Choice, Ids, Line, Text } from '../../core/admin/fields.ts';
import {
  createDetailList,
  createSection,
  createTable,
  formatEuro,
  formatMoment,
  linkTo,
} from '../../core/admin/html.ts';
import {
  AdminRefusal,
  createOperation,
  createOperationWithPreparedData,
  type OperationContext,
  type Outcome,
} from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { countSubscribers, subscriptionKinds } from '../../customers/newsletter/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { type CampaignWithTexts, findCampaign, listCampaigns, lockCampaign } from './queries.ts';
import {
  type CampaignDraft,
  type CampaignFault,
  type CampaignProblem,
  type CampaignResult,
  cancelCampaign,
  findCampaignProblems,
  findCampaignReport,
  pauseCampaign,
  resumeCampaign,
  type SitesAndLanguages,
  saveCampaign,
  sendCampaign,
  sendTestCampaign,
} from './service.ts';

const MAX_LISTED_CAMPAIGNS = 200;
const campaignId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Time of the last change of the campaign in the form. A different value means that it was changed since. */
const changedAt = Type.String({ maxLength: 30 });
const contentInputs = {
  name: Line(100),
  kind: Choice(subscriptionKinds),
  siteIds: Ids(100),
};
const textInputs = { subject: Line(150), markdown: Text(100_000, 1) };

type TranslateAdminText = AdminPageRequest['t'];

const describeCampaignProblem = (problem: CampaignProblem, t: TranslateAdminText): string =>
  problem.code === 'language_missing'
    ? t('admin.campaign.languageMissing', { language: problem.languageCode, readers: problem.readers })
    : t('admin.campaign.linkDead', {
        language: problem.languageCode,
        path: problem.path,
        site: problem.siteKey,
      });

/** Converts a failure of the service to an error of the admin pages. */
function toCampaignRefusal(fault: CampaignFault): AdminRefusal {
  if (fault.code === 'campaign_unknown') return new AdminRefusal('not_found');
  if (fault.code === 'state') return new AdminRefusal(`campaign_${fault.status}`);
  if (fault.code === 'text')
    return new AdminRefusal('campaign_text', { language: fault.languageCode }, undefined, [
      fault.fault.message,
    ]);
  if (fault.code === 'not_ready')
    return new AdminRefusal('campaign_not_ready', { smart_count: fault.problems.length });
  if (fault.code === 'address') return new AdminRefusal('campaign_address', {}, 'emailAddress');
  if (fault.code === 'no_site' || fault.code === 'site_unknown')
    return new AdminRefusal('unknown_site', {}, 'siteIds');
  if (fault.code === 'name') return new AdminRefusal('campaign_name', {}, 'name');
  return new AdminRefusal('campaign_words');
}

/** Returns the campaign for the audit log in full; it contains no personal data. */
export const describeCampaignForLog = (
  campaign: CampaignWithTexts | undefined,
  languages: SitesAndLanguages['languages'],
) =>
  campaign
    ? {
        name: campaign.name,
        kind: campaign.kind,
        status: campaign.status,
        siteIds: campaign.siteIds.join(', '),
        ...Object.fromEntries(
          campaign.texts.map(({ languageId, subject, markdown }) => [
            languages.find((language) => language.languageId === languageId)?.code ?? String(languageId),
            `${subject}\n${markdown}`,
          ]),
        ),
      }
    : null;

/** Creates the admin pages of campaigns, with the same operations as `npm run campaign`. */
export function createCampaignAdmin({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): AdminModule {
  const readScope = async (): Promise<SitesAndLanguages> => ({
    sites: await sites.listSites(),
    languages: await sites.listLanguages(),
  });

  /** Changes a campaign and logs it before and after. */
  async function change(
    transaction: Database,
    id: number | null,
    scope: SitesAndLanguages,
    work: (former: CampaignWithTexts | undefined) => Promise<CampaignResult>,
    expected?: string,
  ): Promise<Outcome> {
    const former = id === null ? undefined : await lockCampaign(transaction, id);
    if (id !== null && !former) throw new AdminRefusal('not_found');
    if (expected !== undefined && former?.changedAt.toISOString() !== expected) {
      throw new AdminRefusal('changed_meanwhile');
    }
    const result = await work(former);
    if (result.outcome === 'refused') throw toCampaignRefusal(result.fault);
    const after = await findCampaign(transaction, result.campaignId);
    const before = describeCampaignForLog(former, scope.languages);
    return {
      changes: [
        {
          resource: 'campaign',
          resourceId: result.campaignId,
          before,
          after: describeCampaignForLog(after, scope.languages),
        },
      ],
      leadsTo: `/campaigns/${result.campaignId}`,
    };
  }

  const toDraft = (
    former: CampaignWithTexts,
    { sites: all, languages }: SitesAndLanguages,
  ): CampaignDraft => ({
    campaignId: former.campaignId,
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

  const getKeys = ({ sites: all }: SitesAndLanguages, siteIds: readonly number[]): string[] =>
    siteIds.map((siteId) => {
      const found = all.find(({ site }) => site.siteId === siteId);
      if (!found) throw new AdminRefusal('unknown_site', {}, 'siteIds');
      return found.site.key;
    });

  const getCode = ({ languages }: SitesAndLanguages, languageId: number): string => {
    const found = languages.find((language) => language.languageId === languageId);
    if (!found) throw new AdminRefusal('campaign_words', {}, 'languageId');
    return found.code;
  };

  const create = createOperationWithPreparedData(database, {
    name: 'campaign.create',
    prepare: readScope,
    input: Type.Object({ ...contentInputs, languageId: Type.Integer({ minimum: 1 }), ...textInputs }),
    run: (transaction, input, context, scope) =>
      change(transaction, null, scope, () => {
        const { name, kind, siteIds, languageId, subject, markdown } = input;
        const languageCode = getCode(scope, languageId);
        return saveCampaign(transaction, context, scope, {
          campaignId: null,
          name,
          kind,
          siteKeys: getKeys(scope, siteIds),
          texts: [{ languageCode, subject, markdown }],
        });
      }),
  });
  const save = createOperationWithPreparedData(database, {
    name: 'campaign.save',
    prepare: readScope,
    input: Type.Object({ campaignId, changedAt, ...contentInputs }),
    run: (transaction, input, context, scope) =>
      change(
        transaction,
        input.campaignId,
        scope,
        async (former) => {
          if (!former) throw new AdminRefusal('not_found');
          const { name, kind, siteIds } = input;
          const siteKeys = getKeys(scope, siteIds);
          return saveCampaign(transaction, context, scope, {
            ...toDraft(former, scope),
            name,
            kind,
            siteKeys,
          });
        },
        input.changedAt,
      ),
  });
  const write = createOperationWithPreparedData(database, {
    name: 'campaign.write',
    prepare: readScope,
    input: Type.Object({ campaignId, changedAt, languageId: Type.Integer({ minimum: 1 }), ...textInputs }),
    run: (transaction, input, context, scope) =>
      change(
        transaction,
        input.campaignId,
        scope,
        async (former) => {
          if (!former) throw new AdminRefusal('not_found');
          const languageCode = getCode(scope, input.languageId);
          const draft = toDraft(former, scope);
          const others = draft.texts.filter((text) => text.languageCode !== languageCode);
          const { subject, markdown } = input;
          return saveCampaign(transaction, context, scope, {
            ...draft,
            texts: [...others, { languageCode, subject, markdown }],
          });
        },
        input.changedAt,
      ),
  });
  const test = createOperation({
    name: 'campaign.test',
    input: Type.Object({ campaignId, emailAddress: Line(254) }),
    async run(transaction, { campaignId: id, emailAddress }, context) {
      const result = await sendTestCampaign(transaction, context, { campaignId: id, emailAddress });
      if (result.outcome === 'refused') throw toCampaignRefusal(result.fault);
      return {
        // The test address is personal data and is not logged.
        changes: [{ resource: 'campaign', resourceId: id, before: null, after: { test: 'sent' } }],
        message: { key: 'admin.campaign.tested' },
      };
    },
  });
  const start = createOperationWithPreparedData(database, {
    name: 'campaign.send',
    prepare: readScope,
    input: Type.Object({ campaignId, changedAt }),
    needsConsent: true,
    run: (transaction, input, context, scope) =>
      change(
        transaction,
        input.campaignId,
        scope,
        () => sendCampaign(transaction, context, scope, input.campaignId),
        input.changedAt,
      ),
  });
  const createStep = (
    name: string,
    step: (transaction: Database, act: OperationContext, id: number) => Promise<CampaignResult>,
    needsConsent = false,
  ) =>
    createOperationWithPreparedData(database, {
      name,
      prepare: readScope,
      input: Type.Object({ campaignId }),
      needsConsent,
      run: (transaction, input, context, scope) =>
        change(transaction, input.campaignId, scope, () => step(transaction, context, input.campaignId)),
    });
  const pause = createStep('campaign.pause', pauseCampaign);
  const resume = createStep('campaign.resume', resumeCampaign);
  const cancel = createStep('campaign.cancel', cancelCampaign, true);

  /** Returns the options of the fields of a campaign. */
  const getChoices = ({ sites: all, languages }: SitesAndLanguages) => ({
    siteIds: all.map(({ site }) => [site.siteId, site.key] as const),
    languageId: languages.map(({ languageId, code }) => [languageId, code] as const),
  });

  const list: AdminPage = {
    path: '/campaigns',
    menu: { section: 'campaigns', label: 'campaigns', position: 10 },
    async read({ t, form }) {
      const scope = await readScope();
      const rows = (await listCampaigns(database, MAX_LISTED_CAMPAIGNS)).map((campaign) => [
        linkTo(`/campaigns/${campaign.campaignId}`, campaign.name),
        t(`admin.choice.${campaign.kind}`),
        t(`admin.campaign.status.${campaign.status}`),
        formatMoment(campaign.changedAt, t),
        campaign.writtenCount,
      ]);
      const title = t('admin.menu.campaigns');
      const headings = [
        t('admin.field.name'),
        t('admin.field.kind'),
        t('admin.campaign.status'),
        t('admin.campaign.changed'),
        t('admin.campaign.written'),
      ];
      const table = createTable(headings, rows, {
        empty: t('admin.campaign.none'),
        caption: title,
        figures: [4],
      });
      const note = markup`<p>${t('admin.campaign.markdown')}</p>`;
      return {
        title,
        body: markup`${table}${form('campaign.create', { choices: getChoices(scope), isFolded: true, note })}`,
      };
    },
  };

  const one: AdminPage = {
    path: '/campaigns/:campaignId',
    async read({ params, t, locale, form }) {
      const id = /^\d{1,9}$/.test(params.campaignId ?? '') ? Number(params.campaignId) : 0;
      const report = await findCampaignReport(database, id);
      if (!report) return null;
      const scope = await readScope();
      const { campaign } = report;
      const hidden = { campaignId: id };
      const renewed = { changedAt: campaign.changedAt.toISOString() };
      const isDraft = campaign.status === 'draft';
      const problems = isDraft ? ((await findCampaignProblems(database, scope, id)) ?? []) : [];
      const facts = createDetailList([
        [t('admin.campaign.status'), t(`admin.campaign.status.${campaign.status}`)],
        [t('admin.field.kind'), t(`admin.choice.${campaign.kind}`)],
        [t('admin.field.siteIds'), toDraft(campaign, scope).siteKeys.join(', ')],
        [t('admin.campaign.started'), formatMoment(campaign.startedAt, t)],
        [t('admin.campaign.ended'), formatMoment(campaign.endedAt, t)],
        [t('admin.campaign.written'), campaign.writtenCount],
        [
          t('admin.campaign.mails'),
          t('admin.campaign.mailsOf', { sent: report.sent, waiting: report.waiting, failed: report.failed }),
        ],
        [t('admin.campaign.visits'), report.visits],
        [t('admin.campaign.carts'), report.carts],
        [t('admin.campaign.orders'), report.orders],
        [t('admin.campaign.revenue'), formatEuro(report.revenue, locale)],
      ]);
      const missing =
        problems.length > 0
          ? createSection(
              t('admin.campaign.problems'),
              markup`<ul>${problems.map((problem) => markup`<li>${describeCampaignProblem(problem, t)}</li>`)}</ul>`,
            )
          : noMarkup;
      const spoken = scope.languages.filter(({ languageId }) =>
        scope.sites.some(
          ({ site, languages }) =>
            campaign.siteIds.includes(site.siteId) &&
            languages.some((language) => language.languageId === languageId),
        ),
      );
      const texts = spoken.map(({ languageId, code }) => {
        const text = campaign.texts.find((own) => own.languageId === languageId);
        const shown = isDraft
          ? form('campaign.write', {
              hidden: { ...hidden, languageId },
              renewed,
              values: { subject: text?.subject ?? '', markdown: text?.markdown ?? '' },
            })
          : markup`<p><strong>${text?.subject ?? '–'}</strong></p><p class="lines">${text?.markdown ?? ''}</p>`;
        return markup`<section lang="${code}"><h3>${code}</h3>${shown}</section>`;
      });
      const steps = markup`${
        isDraft
          ? markup`${form('campaign.save', { hidden, renewed, choices: getChoices(scope), values: { name: campaign.name, kind: campaign.kind, siteIds: campaign.siteIds }, isFolded: true })}${form('campaign.send', { hidden, renewed })}`
          : noMarkup
      }${campaign.status === 'sending' ? form('campaign.pause', { hidden }) : noMarkup}${campaign.status === 'paused' ? form('campaign.resume', { hidden }) : noMarkup}${['draft', 'sending', 'paused'].includes(campaign.status) ? form('campaign.cancel', { hidden, isFolded: true }) : noMarkup}`;
      return {
        title: campaign.name,
        body: markup`${facts}${missing}${createSection(t('admin.campaign.texts'), ...texts)}${createSection(t('admin.campaign.test'), form('campaign.test', { hidden }))}${['sent', 'cancelled'].includes(campaign.status) ? noMarkup : createSection(t('admin.campaign.steps'), steps)}`,
      };
    },
  };

  const subscribers: AdminPage = {
    path: '/subscribers',
    menu: { section: 'campaigns', label: 'subscribers', position: 20 },
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
        t('admin.campaign.site'),
        t('admin.language'),
        t('admin.choice.newsletter'),
        t('admin.choice.offers'),
      ];
      return {
        title,
        body: createTable(headings, rows, {
          empty: t('admin.campaign.noReaders'),
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
        label: 'campaignsSending',
        path: '/campaigns',
        count: async () =>
          (await listCampaigns(database, MAX_LISTED_CAMPAIGNS)).filter(
            ({ status }) => status === 'sending' || status === 'paused',
          ).length,
      },
    ],
  };
}
