import { ApiError } from '../../../shared/api/api-error.ts';
import type { SampleRow } from '../../../shared/contract/lab-results.ts';
import { isResultKey } from '../../../shared/rules/lab-result-path.ts';
import type { RoughageTestKind } from '../../../shared/rules/lab-results.ts';
import type { PrivateLoadContext } from '../../load-context.ts';
import { type AccountInfo, toAccountInfo } from '../../store/account.ts';
import type { PageHead } from '../../store/page-state.ts';

/** Sample of a customer with its type of test. */
export interface AccountSample
  extends Pick<
    SampleRow,
    | 'sampleNumber'
    | 'sampleName'
    | 'batch'
    | 'orderNumber'
    | 'state'
    | 'resultDate'
    | 'key'
    | 'isRead'
    | 'verdict'
  > {
  readonly kind: RoughageTestKind;
}

/** Data of a report that only its owner sees. */
export interface OwnerReport {
  readonly owner: AccountInfo;
  readonly isRead: boolean;
  /** Null if the order has been deleted. */
  readonly orderNumber: string | null;
  /** Other samples of the owner, latest first. */
  readonly samples: readonly AccountSample[];
}

/** Data of a report page in addition to the result. */
export interface ReportPageDetails {
  /** The site's page about roughage tests, the parent of the report page. */
  readonly testsPage: { readonly title: string; readonly url: string };
  readonly key: string;
  /** Null if the visitor is not the owner and only has the key. */
  readonly own: OwnerReport | null;
}

const createNotFoundError = () => new ApiError('status', { status: 404 });

/** Reduces rows of the API to the fields that lists show. */
export const toAccountSamples = (kind: RoughageTestKind, rows: readonly SampleRow[]): AccountSample[] =>
  rows.map(({ sampleNumber, sampleName, batch, orderNumber, state, resultDate, key, isRead, verdict }) => ({
    kind,
    sampleNumber,
    sampleName,
    batch,
    orderNumber,
    state,
    resultDate,
    key,
    isRead,
    verdict,
  }));

/** Returns the nutrition and hygiene samples of the signed-in customer. */
export async function fetchAccountSamples({
  visitor,
  critical,
}: Pick<PrivateLoadContext, 'visitor' | 'critical'>): Promise<AccountSample[]> {
  const [rqs, qs] = await Promise.all([
    visitor.fetchRqsResults(undefined, critical),
    visitor.fetchQsResults(undefined, critical),
  ]);
  return [...toAccountSamples('rqs', rqs), ...toAccountSamples('qs', qs)];
}

async function loadOwnerReport(
  { visitor, optional }: PrivateLoadContext,
  key: string,
): Promise<OwnerReport | null> {
  const found = await optional((options) =>
    Promise.all([
      visitor.fetchAccount(undefined, options),
      fetchAccountSamples({ visitor, critical: options }),
    ]),
  );
  if (!found) return null;
  const [account, samples] = found;
  const shown = samples.find((sample) => sample.key === key);
  return {
    owner: toAccountInfo(account),
    isRead: shown?.isRead ?? true,
    orderNumber: shown?.orderNumber ?? null,
    samples: samples.filter((sample) => sample.key !== key),
  };
}

/**
 * Loads a test result by the key in the URL. Everyone who has the key may see it. Only the calls that read
 * the result send the key.
 *
 * @throws ApiError 404 if the parent is not the site's page about roughage tests, or if the key is unknown
 */
export async function loadReport<R extends { readonly isOwn: boolean; readonly sampleName: string }>(
  context: PrivateLoadContext,
  kind: RoughageTestKind,
  fetchResult: (key: string) => Promise<R>,
): Promise<{ readonly head: PageHead; readonly frame: ReportPageDetails; readonly result: R }> {
  const { api, critical, params, scope } = context;
  const { page = '', key = '' } = params;
  const { enableRqs, rqsContentPage } = scope.site;
  if (!enableRqs || rqsContentPage === null || !isResultKey(key)) throw createNotFoundError();
  const url = `/${page}/`;
  const [route, result] = await Promise.all([api.fetchRoute({ query: { url } }, critical), fetchResult(key)]);
  if (route.kind !== 'contentPage' || route.contentPageId !== rqsContentPage) throw createNotFoundError();
  return {
    head: {
      title: result.sampleName,
      description: null,
      canonicalPath: null,
      alternates: route.alternates.map((alternate) => ({
        ...alternate,
        url: `${alternate.url}${kind}/${key}/`,
      })),
      isIndexable: false,
    },
    frame: {
      testsPage: { title: route.title, url },
      key,
      own: result.isOwn ? await loadOwnerReport(context, key) : null,
    },
    result,
  };
}
