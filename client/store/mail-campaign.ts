import type { Api } from '../../shared/api/client.ts';

/** Format of mail campaign ids. Other values in a URL are ignored. */
const campaignIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Stored for the lifetime of the page only. Never set on the server, which has many visitors. */
let remembered: string | null = null;

/** Returns the mail campaign that led the visitor here, or null. */
export const getMailCampaignId = (): string | null => remembered;

/**
 * Reports that a mail campaign led the visitor here, and remembers it for a cart that is created later.
 *
 * @param search query of the page's URL as received
 * @throws ApiError if the report fails; the campaign is remembered nevertheless
 */
export async function reportMailCampaign(api: Pick<Api, 'reportConversion'>, search: string): Promise<void> {
  const mailCampaignId = new URLSearchParams(search).get('mailCampaignId') ?? '';
  if (!campaignIdPattern.test(mailCampaignId)) return;
  remembered = mailCampaignId;
  await api.reportConversion({ query: { mailCampaignId } });
}
