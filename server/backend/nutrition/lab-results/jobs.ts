import { getResultPath } from '../../../../shared/rules/lab-result-path.ts';
import { getReportVerdict, type ReportVerdict } from '../../../../shared/rules/lab-results.ts';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import {
  getRetryDelays,
  PermanentFailureError,
  type QueueItem,
  type Worker,
} from '../../core/queue/attempts.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { findCanonicalRoute, noTarget } from '../../sites/routing/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { findFeedModel } from '../feed-advice/queries.ts';
import { lockUnnotifiedResult, markOwnerNotified } from './import-queries.ts';
import { getVerdictWithoutBatch } from './judge-scans.ts';
import { composeLabResultMail } from './mails.ts';
import {
  findHygieneGradesOfBatches,
  findLabReference,
  findOwnerEmailAddress,
  findResultOfSample,
  type SampleWithResult,
} from './queries.ts';
import { deriveReportKey } from './report-keys.ts';
import type { SampleOrders } from './sample-orders.ts';

function parseResultVersion({ sampleId, version }: QueueItem['payload']) {
  if (!isUuid(sampleId) || typeof version !== 'number') {
    throw new PermanentFailureError('no_lab_result');
  }
  return { sampleId, version };
}

/**
 * Creates the worker of the job `lab-result`: notifies the owner of a sample once of each version of its
 * result, in the language of the order. Skips superseded versions and samples without an owner.
 */
export function createLabResultWorker(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: MailWriter;
  readonly linkTokens: LinkTokens;
  readonly sampleOrders: SampleOrders;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Worker {
  const { database, sites, mailWriter, linkTokens, sampleOrders, clock } = deps;

  /**
   * Returns the site and language of the result; undefined if the site no longer sells tests. Called before
   * the transaction, because it uses another connection.
   */
  async function findScope(sampleId: string) {
    const found = await findResultOfSample(database, sampleId);
    if (!found) return undefined;
    const { siteId, languageId } = found.sample;
    const [site, language] = await Promise.all([sites.findSite(siteId), sites.findLanguage(languageId)]);
    const contentPageId = site?.site.enableRqs ? site.site.rqsContentPageId : null;
    if (!site || !language || contentPageId === null) return undefined;
    const page = await findCanonicalRoute(database, { ...noTarget, contentPageId }, siteId, languageId);
    return page && { site, language, pagePath: page.path };
  }

  /** Returns the current verdict of the report. */
  async function fetchVerdict(handle: Database, found: SampleWithResult): Promise<ReportVerdict> {
    // Runs sequentially: a transaction has one connection.
    const reference = await findLabReference(handle);
    const model = await findFeedModel(handle);
    const own = reference && model && getVerdictWithoutBatch(found, reference, model);
    if (!own) throw new Error('The reference data for the verdict is missing');
    const grades = await findHygieneGradesOfBatches(handle, [found.sample.sampleId]);
    return getReportVerdict(own, grades.get(found.sample.sampleId) ?? null);
  }

  return {
    retryDelaysMs: getRetryDelays(7),
    async run({ payload }) {
      const resultVersion = parseResultVersion(payload);
      const scope = await findScope(resultVersion.sampleId);
      const now = new Date(clock());
      await database.transaction('tell-lab-result', async (transaction) => {
        const unnotified = await lockUnnotifiedResult(transaction, resultVersion);
        if (!unnotified) return;
        const { sample, isNewest } = unnotified;
        const recipient = isNewest
          ? await findOwnerEmailAddress(transaction, sample, sampleOrders)
          : undefined;
        // The site shows no results at present: the job is retried, and finally listed among the failed jobs.
        if (recipient !== undefined && !scope) throw new Error('The site has no page for the result');
        await markOwnerNotified(transaction, resultVersion, now);
        if (!scope || recipient === undefined) return;
        const { site, language, pagePath } = scope;
        const { testKind, sampleName, sampleNumber } = sample;
        const key = deriveReportKey(linkTokens, sample);
        const found = await findResultOfSample(transaction, sample.sampleId);
        if (!found) return;
        const verdict = await fetchVerdict(transaction, found);
        await mailWriter.putMail(transaction, {
          kind: 'lab-result',
          site,
          language,
          recipient,
          now,
          compose: (t, origin) =>
            composeLabResultMail(t, {
              testKind,
              hasMinerals: (found.result.rqs?.minerals.length ?? 0) > 0,
              verdict,
              sampleName,
              sampleNumber,
              isCorrection: resultVersion.version > 1,
              url: origin + encodeURI(getResultPath(pagePath, testKind, key)),
            }),
        });
      });
    },
  };
}
