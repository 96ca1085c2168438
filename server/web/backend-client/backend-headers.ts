/** For whom a call is made: decided by the host, never by the visitor. */
export interface BackendScope {
  readonly siteId: number;
  readonly languageId: number;
  /** The instant for which the page is computed. */
  readonly now: Date;
}

/** The headers that prove a preview to the backend. */
export type PreviewProof = Readonly<Record<string, string>>;

/** The headers that tell the backend site, language and instant. Calls marked `scoped` in the contract are refused without the first two. */
export function createScopeHeaders(scope: BackendScope): {
  siteid: string;
  languageid: string;
  datetime: string;
} {
  return {
    siteid: String(scope.siteId),
    languageid: String(scope.languageId),
    datetime: scope.now.toISOString(),
  };
}
