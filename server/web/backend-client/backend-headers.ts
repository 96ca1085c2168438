/** Site, language and time of a call. Site and language follow from the host, never from the visitor. */
export interface BackendScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Date and time for which the page is computed. */
  readonly now: Date;
}

/** Headers that authorise a preview at the backend. */
export type PreviewProof = Readonly<Record<string, string>>;

/**
 * Creates the headers with site, language and date. Calls marked `scoped` in the contract are rejected
 * without the first two.
 */
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
