import { Router } from 'express';
import type { QsResult, RqsResult } from '../../../../shared/contract/lab-results.ts';
import {
  formatLabCsv,
  type LabFileRow,
  mineralColumns,
  qsColumns,
  rqsColumns,
} from '../../../../shared/rules/lab-files.ts';
import type { RoughageTestKind } from '../../../../shared/rules/lab-results.ts';
import { createNotFound, ProblemError } from '../../core/http/problem-error.ts';
import { createDisconnectSignal, createScopeReader, readRequestTime } from '../../core/http/read-scope.ts';
import { createPrivateFileHeaders } from '../../core/http/session-routes.ts';
import { readVisitorIpAddress } from '../../core/http/visitor-ip-address.ts';
import type { ModuleDeps } from '../../sites/backend-module.ts';
import type { LabResultService } from './service.ts';

const fileFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8' },
  json: { mediaType: 'application/json; charset=utf-8' },
} as const;
type FileFormat = keyof typeof fileFormats;

/** Columns and values of a row of a laboratory file. */
interface ResultRow {
  readonly columns: readonly string[];
  readonly row: LabFileRow;
}

function createRowHead({ sampleNumber, type, receiptDate, resultDate }: RqsResult | QsResult): LabFileRow {
  return { sampleNumber, type, ...(receiptDate !== null && { receiptDate }), resultDate };
}

/** Returns the values of a nutrition scan in the laboratory's file format. */
export function toNutritionScanRow(result: RqsResult): ResultRow {
  const { values, minerals } = result;
  return {
    columns: minerals.length > 0 ? [...rqsColumns, ...mineralColumns] : rqsColumns,
    row: {
      ...createRowHead(result),
      ...Object.fromEntries(values.map(({ parameter, value }) => [parameter, value])),
      ...Object.fromEntries(minerals.map(({ key, value }) => [key, value])),
    },
  };
}

/** Returns the counts of a hygiene scan in the laboratory's file format. */
export function toHygieneScanRow(result: QsResult): ResultRow {
  const { dryMatterPct, moisturePct, counts } = result;
  return {
    columns: qsColumns,
    row: {
      ...createRowHead(result),
      dryMatterPct,
      moisturePct,
      ...Object.fromEntries(counts.map(({ count, value }) => [count, value])),
    },
  };
}

/** Returns a file that `npm run lab -- import` accepts. */
export const writeResultFile = (
  kind: RoughageTestKind,
  { columns, row }: ResultRow,
  format: FileFormat,
): string =>
  format === 'csv' ? formatLabCsv(columns, [row]) : `${JSON.stringify({ [kind]: [row] }, null, 2)}\n`;

/**
 * Creates the routes `GET /api/rqs-results/{key}/file.csv`, `…/file.json`, and the same below
 * `/api/qs-results`. They return the values of a report as a file if the key is valid, otherwise 404. The
 * sample is named by its number only.
 */
export function createResultFileRoutes(
  service: Pick<LabResultService, 'fetchRqs' | 'fetchQs'>,
  { sites, log, clock }: Pick<ModuleDeps, 'sites' | 'log' | 'clock'>,
): Router {
  const readScope = createScopeReader(sites);
  const router = Router();
  for (const kind of ['rqs', 'qs'] as const) {
    router
      .route(`/api/${kind}-results/:key/file.:format`)
      .get(async (request, response) => {
        const { key, format } = request.params;
        if (format !== 'csv' && format !== 'json') throw createNotFound();
        const context = {
          ...(await readScope(request, false)),
          now: readRequestTime(request, clock),
          log,
          visitorAddress: readVisitorIpAddress(request),
          signal: createDisconnectSignal(response),
          // The values do not depend on the account.
          account: null,
        };
        const input = { params: { key } };
        const row =
          kind === 'rqs'
            ? toNutritionScanRow(await service.fetchRqs(context, input))
            : toHygieneScanRow(await service.fetchQs(context, input));
        const bytes = Buffer.from(writeResultFile(kind, row, format));
        response.set(
          createPrivateFileHeaders({
            mediaType: fileFormats[format].mediaType,
            fileName: `${row.row.sampleNumber}.${format}`,
            length: bytes.length,
          }),
        );
        response.end(request.method === 'HEAD' ? undefined : bytes);
      })
      .all((_request) => {
        throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
      });
  }
  return router;
}
