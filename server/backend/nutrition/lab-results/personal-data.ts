import { eq, inArray } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { withdrawSamplesOfAccount } from './queries.ts';
import { labResultRetention } from './retention.ts';
import { labResult, roughageSample } from './tables.ts';

/** Roughage samples of an account, with their results. */
export const labResultPersonalData: PersonalDataSource = {
  tables: {
    labResult: createPersonTable(labResult, {
      topic: 'samples',
      whereOwnedBy: (database, { accountId }) =>
        inArray(
          labResult.sampleId,
          database
            .select({ sampleId: roughageSample.sampleId })
            .from(roughageSample)
            .where(eq(roughageSample.accountId, accountId)),
        ),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [labResultRetention.labResults],
    }),
    roughageSample: createPersonTable(roughageSample, {
      topic: 'samples',
      whereOwnedBy: (_database, { accountId }) => eq(roughageSample.accountId, accountId),
      excludedColumns: ['keyVersion'],
      // Its number alone.
      onClosure: 'unlinked',
      retention: [labResultRetention.roughageSamples],
    }),
  },
  accountErasure: {
    position: 40,
    erase: (transaction, { accountId }) => withdrawSamplesOfAccount(transaction, accountId),
  },
};
