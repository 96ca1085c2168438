import type { Api } from '../../shared/api/client.ts';

/** Ids of mail campaigns; whatever else an address says is none. */
const pattern = /^[A-Za-z0-9._-]{1,64}$/;

/** For the life of the page: nothing stores it. Never set on the server, which has many visitors. */
let remembered: string | null = null;

/** The mail that has led the visitor here; null where none has. */
export const getMailCampaignId = (): string | null => remembered;

/**
 * Tells that a mail has led the visitor here, and remembers which one for a cart that is made later.
 *
 * @param search query of the page's address as it came
 * @throws ApiError where it could not be told; the mail is remembered all the same
 */
export async function reportMailCampaign(api: Pick<Api, 'reportConversion'>, search: string): Promise<void> {
  const mailCampaignId = new URLSearchParams(search).get('mailCampaignId') ?? '';
  if (!pattern.test(mailCampaignId)) return;
  remembered = mailCampaignId;
  await api.reportConversion({ query: { mailCampaignId } });
}
