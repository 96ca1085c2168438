import { toEuroText } from '../../core/cli/euro-amounts.ts';
import { formatUtcMinute } from '../../core/cli/utc-minute.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import type { CampaignRecord, CampaignWithTexts } from './queries.ts';
import type { CampaignFault, CampaignProblem, CampaignReport } from './service.ts';

const formatMinute = (moment: Date | null): string =>
  moment === null ? 'never' : `${formatUtcMinute(moment)} UTC`;

/** Describes a campaign on a line of a list. */
export const describeCampaignRow = ({
  campaignId,
  status,
  kind,
  changedAt,
  writtenCount,
  name,
}: CampaignRecord): string =>
  [
    `#${campaignId}`,
    status,
    kind,
    `changed ${formatMinute(changedAt)}`,
    `${writtenCount} written`,
    name,
  ].join(' · ');

/** Describes a problem that prevents sending a campaign. */
export const describeProblem = (problem: CampaignProblem): string =>
  problem.code === 'language_missing'
    ? `${problem.readers} subscribers have the language '${problem.languageCode}', in which it has no text`
    : `the text in '${problem.languageCode}' links to ${problem.path}, which ${problem.siteKey} does not have`;

/** Describes why an operation on a campaign failed. */
export function describeFault(fault: CampaignFault): string {
  switch (fault.code) {
    case 'campaign_unknown':
      return 'there is no such campaign';
    case 'state':
      return `it is ${fault.status}`;
    case 'name':
      return 'its name must have 1 to 100 characters, on one line';
    case 'kind':
      return "its kind must be 'newsletter' or 'offers'";
    case 'no_site':
      return 'it has no site';
    case 'no_text':
      return 'it has no text in any language';
    case 'address':
      return 'the e-mail address is invalid';
    case 'site_unknown':
      return `there is no site '${fault.siteKey}'`;
    case 'language_unknown':
      return `there is no language '${fault.languageCode}'`;
    case 'language_twice':
      return `the language '${fault.languageCode}' occurs twice`;
    case 'text':
      return `the text in '${fault.languageCode}' ${fault.fault.problem}`;
    case 'not_ready':
      return fault.problems.map(describeProblem).join('; ');
  }
}

/** Describes a campaign with the problems that prevent sending it. */
export function describeCampaign(
  campaign: CampaignWithTexts,
  problems: readonly CampaignProblem[],
  {
    sites,
    languages,
  }: { readonly sites: readonly SiteRecord[]; readonly languages: readonly LanguageRecord[] },
): string[] {
  const keys = campaign.siteIds.map(
    (siteId) => sites.find(({ site }) => site.siteId === siteId)?.site.key ?? String(siteId),
  );
  return [
    describeCampaignRow(campaign),
    `sites: ${keys.join(', ')}`,
    ...campaign.texts.flatMap(({ languageId, subject, markdown }) => [
      '',
      `[${languages.find((language) => language.languageId === languageId)?.code ?? languageId}] ${subject}`,
      ...markdown.split('\n'),
    ]),
    ...(problems.length > 0 ? ['', ...problems.map((problem) => `! ${describeProblem(problem)}`)] : []),
  ];
}

/** Describes the progress and the results of a campaign. */
export const describeCampaignReport = (report: CampaignReport): string[] => [
  describeCampaignRow(report.campaign),
  `started ${formatMinute(report.campaign.startedAt)}, ended ${formatMinute(report.campaign.endedAt)}`,
  `mails: ${report.campaign.writtenCount} written; of those retained ${report.sent} sent, ${report.waiting} waiting, ${report.failed} failed`,
  `led to (${report.mailCampaignId}): ${report.visits} visits, ${report.carts} carts, ${report.orders} orders, ${toEuroText(report.revenue)} paid`,
];
