import type { MailLanguage, MailSite } from './mail-site.ts';
import type { MailTranslate } from './mail-texts.ts';

/** What surrounds the content of a mail: its site, its language and its footer. */
export interface MailFrame {
  readonly site: MailSite;
  readonly language: MailLanguage;
  /** Scheme and host of the site in this language, without a trailing slash. */
  readonly origin: string;
  readonly t: MailTranslate;
  readonly mailCampaignId?: string | undefined;
  readonly unsubscribeUrl?: string | undefined;
}

/** Returns the URL of the shop in the footer of a mail. */
export const getHomeUrl = ({
  origin,
  mailCampaignId,
}: Pick<MailFrame, 'origin' | 'mailCampaignId'>): string =>
  mailCampaignId === undefined ? `${origin}/` : `${origin}/?mailCampaignId=${mailCampaignId}`;

/** Returns the mandatory company details of the sender, for mails and documents. */
export function listLegalLines({ site, language, t }: Pick<MailFrame, 'site' | 'language' | 't'>): string[] {
  const { name, street, zipcode, city, regionCode, registerNumber, vatNumber } = site.setting.legalEntity;
  const country = new Intl.DisplayNames([language.culture], { type: 'region' }).of(regionCode) ?? regionCode;
  return [
    [name, street, `${zipcode} ${city}`, country].join(', '),
    [
      t('footer.register', { number: registerNumber }),
      t('footer.vat', { number: vatNumber }),
      site.site.customerServiceEmailAddress,
    ].join(' · '),
  ];
}
