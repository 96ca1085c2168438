import type { AdminModule, AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Sequence } from '../../core/admin/components/Sequence.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import type { Database } from '../../core/database/database.ts';
import { countSubscribers } from '../../customers/newsletter/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { createCampaignOperations } from './admin-operations.ts';
import { readScope, toCampaignDraft } from './campaign-values.ts';
import { listCampaigns } from './queries.ts';
import {
  type CampaignProblem,
  findCampaignProblems,
  findCampaignReport,
  type SitesAndLanguages,
} from './service.ts';

const MAX_LISTED_CAMPAIGNS = 200;

interface CampaignAdminDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
}

type TranslateAdminText = AdminPageRequest['t'];

const describeCampaignProblem = (problem: CampaignProblem, t: TranslateAdminText): string =>
  problem.code === 'language_missing'
    ? t('admin.campaign.languageMissing', { language: problem.languageCode, readers: problem.readers })
    : t('admin.campaign.linkDead', {
        language: problem.languageCode,
        path: problem.path,
        site: problem.siteKey,
      });

/** Returns the options of the fields of a campaign. */
const getChoices = ({ sites: all, languages }: SitesAndLanguages) => ({
  siteIds: all.map(({ site }) => [site.siteId, site.key] as const),
  languageId: languages.map(({ languageId, code }) => [languageId, code] as const),
});

/** Creates the page that lists the campaigns. */
const createCampaignListPage = ({ database, sites }: CampaignAdminDeps): AdminPage => ({
  path: '/campaigns',
  menu: { section: 'campaigns', label: 'campaigns', position: 10 },
  async read({ t, form }) {
    const scope = await readScope(sites);
    const rows = (await listCampaigns(database, MAX_LISTED_CAMPAIGNS)).map((campaign) => [
      <AdminLink path={`/campaigns/${campaign.campaignId}`}>{campaign.name}</AdminLink>,
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
    const table = (
      <Table headings={headings} rows={rows} empty={t('admin.campaign.none')} caption={title} figures={[4]} />
    );
    const note = <p>{t('admin.campaign.markdown')}</p>;
    return {
      title,
      body: (
        <>
          {table}
          {form('campaign.create', { choices: getChoices(scope), isFolded: true, note })}
        </>
      ),
    };
  },
});

/** Creates the page of a campaign: results, problems, texts and the next steps. */
const createCampaignPage = ({ database, sites }: CampaignAdminDeps): AdminPage => ({
  path: '/campaigns/:campaignId',
  async read({ params, t, locale, form }) {
    const id = /^\d{1,9}$/.test(params.campaignId ?? '') ? Number(params.campaignId) : 0;
    const report = await findCampaignReport(database, id);
    if (!report) return null;
    const scope = await readScope(sites);
    const { campaign } = report;
    const hidden = { campaignId: id };
    const renewed = { changedAt: campaign.changedAt.toISOString() };
    const isDraft = campaign.status === 'draft';
    const problems = isDraft ? ((await findCampaignProblems(database, scope, id)) ?? []) : [];
    const facts = (
      <DetailList
        details={[
          [t('admin.campaign.status'), t(`admin.campaign.status.${campaign.status}`)],
          [t('admin.field.kind'), t(`admin.choice.${campaign.kind}`)],
          [t('admin.field.siteIds'), toCampaignDraft(campaign, scope).siteKeys.join(', ')],
          [t('admin.campaign.started'), formatMoment(campaign.startedAt, t)],
          [t('admin.campaign.ended'), formatMoment(campaign.endedAt, t)],
          [t('admin.campaign.written'), campaign.writtenCount],
          [
            t('admin.campaign.mails'),
            t('admin.campaign.mailsOf', {
              sent: report.sent,
              waiting: report.waiting,
              failed: report.failed,
            }),
          ],
          [t('admin.campaign.visits'), report.visits],
          [t('admin.campaign.carts'), report.carts],
          [t('admin.campaign.orders'), report.orders],
          [t('admin.campaign.revenue'), formatEuro(report.revenue, locale)],
        ]}
      />
    );
    const missing = problems.length > 0 && (
      <Section title={t('admin.campaign.problems')}>
        <ul>
          <Sequence of={problems.map((problem) => <li>{describeCampaignProblem(problem, t)}</li>)} />
        </ul>
      </Section>
    );
    const spoken = scope.languages.filter(({ languageId }) =>
      scope.sites.some(
        ({ site, languages }) =>
          campaign.siteIds.includes(site.siteId) &&
          languages.some((language) => language.languageId === languageId),
      ),
    );
    const texts = spoken.map(({ languageId, code }) => {
      const text = campaign.texts.find((own) => own.languageId === languageId);
      const shown = isDraft ? (
        form('campaign.write', {
          hidden: { ...hidden, languageId },
          renewed,
          values: { subject: text?.subject ?? '', markdown: text?.markdown ?? '' },
        })
      ) : (
        <>
          <p>
            <strong>{text?.subject ?? '–'}</strong>
          </p>
          <p className="lines">{text?.markdown ?? ''}</p>
        </>
      );
      return (
        <section key={languageId} lang={code}>
          <h3>{code}</h3>
          {shown}
        </section>
      );
    });
    const steps = (
      <>
        {isDraft && (
          <>
            {form('campaign.save', {
              hidden,
              renewed,
              choices: getChoices(scope),
              values: { name: campaign.name, kind: campaign.kind, siteIds: campaign.siteIds },
              isFolded: true,
            })}
            {form('campaign.send', { hidden, renewed })}
          </>
        )}
        {campaign.status === 'sending' && form('campaign.pause', { hidden })}
        {campaign.status === 'paused' && form('campaign.resume', { hidden })}
        {['draft', 'sending', 'paused'].includes(campaign.status) &&
          form('campaign.cancel', { hidden, isFolded: true })}
      </>
    );
    return {
      title: campaign.name,
      body: (
        <>
          {facts}
          {missing}
          <Section title={t('admin.campaign.texts')}>{texts}</Section>
          <Section title={t('admin.campaign.test')}>{form('campaign.test', { hidden })}</Section>
          {!['sent', 'cancelled'].includes(campaign.status) && (
            <Section title={t('admin.campaign.steps')}>{steps}</Section>
          )}
        </>
      ),
    };
  },
});

/** Creates the page with the numbers of subscribers. */
const createSubscriberPage = ({ database, sites }: CampaignAdminDeps): AdminPage => ({
  path: '/subscribers',
  menu: { section: 'campaigns', label: 'subscribers', position: 20 },
  async read({ t }) {
    const scope = await readScope(sites);
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
      body: (
        <Table
          headings={headings}
          rows={rows}
          empty={t('admin.campaign.noReaders')}
          caption={title}
          figures={[2, 3]}
        />
      ),
    };
  },
});

/** Creates the admin pages of campaigns, with the same operations as `npm run campaign`. */
export function createCampaignAdmin(deps: CampaignAdminDeps): AdminModule {
  const { database } = deps;
  return {
    operations: createCampaignOperations(deps),
    pages: [createCampaignListPage(deps), createCampaignPage(deps), createSubscriberPage(deps)],
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
