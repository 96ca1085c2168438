/** What the scope of a request needs to know about a site. */
export interface ScopeSite {
  readonly site: { readonly siteId: number };
  readonly languages: readonly { readonly languageId: number }[];
}

/** What the scope of a request needs to know about a language. */
export interface ScopeLanguage {
  readonly languageId: number;
  readonly code: string;
}

/** Look-ups of the sites and languages of requests, in the types in which handlers get them. */
export interface ScopeDirectory<Site extends ScopeSite, Language extends ScopeLanguage> {
  findSite(siteId: number): Promise<Site | undefined>;
  findLanguage(languageId: number): Promise<Language | undefined>;
  listLanguages(): Promise<readonly Language[]>;
}
