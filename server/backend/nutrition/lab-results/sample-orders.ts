import type { SQL } from 'drizzle-orm';
import type { RoughageTestKind } from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../core/database/database.ts';
import type { ResultRecord, SampleRecord } from './queries.ts';

/** A sample of an account, with its order if that is still stored, and its newest result if there is one. */
export interface AccountSample {
  readonly sample: SampleRecord;
  readonly productVariantId: number | null;
  readonly orderNumber: string | null;
  readonly result: ResultRecord | null;
}

/** A sample that the laboratory has not received yet. */
export interface ExpectedSample extends Pick<SampleRecord, 'sampleId' | 'sampleNumber' | 'testKind'> {
  /** Key of the ordered product, which determines the tests; null if the order was deleted. */
  readonly kit: string | null;
}

/** A sample with the number of its order; null if it has none or the order was deleted. */
export interface SampleWithOrder {
  readonly sample: SampleRecord;
  readonly orderNumber: string | null;
}

/** A sample in the list of the admin. */
export interface ListedSample
  extends Pick<
    SampleRecord,
    'sampleNumber' | 'testKind' | 'state' | 'isWithdrawn' | 'createdAt' | 'sentAt' | 'receiptDate'
  > {
  readonly orderNumber: string | null;
}

/** What laboratory results need of orders: samples are read together with what was ordered. */
export interface SampleOrders {
  /** Creates the samples of orders that were paid before samples were introduced. */
  createMissingSamples(transaction: Database, now: Date): Promise<void>;
  /** Lists the samples of an account, the latest first. */
  listAccountSamples(handle: Database, accountId: string, kind: RoughageTestKind): Promise<AccountSample[]>;
  /** Lists the samples that the laboratory has not received, by number. */
  listExpectedSamples(handle: Database): Promise<ExpectedSample[]>;
  /**
   * Lists samples, newest first.
   *
   * @param condition condition on the table of samples; undefined for all
   */
  listSamplesWithOrders(
    handle: Database,
    condition: SQL | undefined,
    range: { readonly limit: number; readonly offset: number },
  ): Promise<ListedSample[]>;
  findSampleWithOrder(handle: Database, sampleNumber: string): Promise<SampleWithOrder | undefined>;
  /** Returns the email address of the billing details; undefined if the order was deleted. */
  findOrderEmailAddress(handle: Database, orderId: string): Promise<string | undefined>;
}
