import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { CampaignWithTexts } from './queries.ts';
import type { CampaignDraft, SitesAndLanguages } from './service.ts';

/** Reads the sites and languages that a campaign may have. */
export const readScope = async (sites: SiteDirectory): Promise<SitesAndLanguages> => ({
  sites: await sites.listSites(),
  languages: await sites.listLanguages(),
});

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

/** Returns a stored campaign as the draft that `saveCampaign` accepts. */
export const toCampaignDraft = (
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
