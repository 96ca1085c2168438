import type { SiteSettings, SiteType } from '../../../../shared/contract/sites.ts';

/** What mails need to know about their site. */
export interface MailSite {
  readonly site: {
    readonly siteId: number;
    readonly type: SiteType;
    readonly domain: string;
    readonly customerServiceEmailAddress: string;
    readonly customerServicePhone: string;
  };
  readonly setting: Pick<SiteSettings, 'legalEntity'>;
  readonly languages: readonly { readonly languageId: number; readonly domain: string }[];
}

/** What mails need to know about their language. */
export interface MailLanguage {
  readonly languageId: number;
  readonly code: string;
  readonly culture: string;
}

/** Look-ups of the sites and languages of stored mails. */
export interface MailSites {
  /** Returns a site, also a closed one, because its pending mails are still sent. */
  findSiteOfMail(siteId: number): Promise<MailSite | undefined>;
  findLanguage(languageId: number): Promise<MailLanguage | undefined>;
}
