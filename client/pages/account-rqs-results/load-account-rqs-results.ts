import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import { fetchAccountSamples } from '../../features/lab-results/load-report.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountRqsResultsData } from './page.ts';

/** Loads the samples of an account and the parent page of their results. */
export function loadAccountRqsResults(
  context: PrivateLoadContext,
): Promise<LoadResult<AccountRqsResultsData>> {
  const { api, critical, scope, shop } = context;
  return loadForSignedInVisitor<AccountRqsResultsData>(context, shop.t('rqsResults.title'), async () => {
    const { enableRqs, rqsContentPage } = scope.site;
    const page =
      enableRqs && rqsContentPage !== null
        ? api.fetchContentPage({ params: { contentPageId: rqsContentPage } }, critical)
        : null;
    const [samples, found] = await Promise.all([fetchAccountSamples(context), page]);
    return {
      kind: 'accountRqsResults',
      samples,
      testsPage: found && { title: found.title, url: found.url },
    };
  });
}
