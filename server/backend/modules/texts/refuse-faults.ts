import { ImportError, type ImportIssue } from '../../catalogue-import/import-error.ts';
import { NoRecordsError } from '../../catalogue-import/shop-records.ts';
import { KeeperRefusal } from '../../keeper/operation.ts';
import type { TextField } from './text-kinds.ts';

const tellIssue = ({ file, row, field, problem }: ImportIssue): string =>
  [file, row, field, problem].filter((part) => part !== '').join(' · ');
const FAULTS_TOLD = 5;

/** Does what the importer may refuse; whoever asked is told why. */
export async function orRefuse<T>(fields: readonly TextField[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoRecordsError) throw new KeeperRefusal('shop_without_records');
    if (!(error instanceof ImportError)) throw error;
    const [first] = error.issues;
    const field = fields.find(({ at }) => first?.field !== '' && at.join('.') === first?.field)?.name;
    const details = error.issues.slice(0, FAULTS_TOLD).map((issue) => issue.told ?? tellIssue(issue));
    throw new KeeperRefusal('text_faults', {}, field, details);
  }
}
