import { createPersonTable, type PersonalDataSource } from '../privacy/personal-data-source.ts';
import { idempotencyRetention } from './retention.ts';
import { idempotentAnswer } from './tables.ts';

/** Answers to repeatable calls, under hashes that cannot be assigned to a person. */
export const idempotencyPersonalData: PersonalDataSource = {
  tables: {
    idempotentAnswer: createPersonTable(idempotentAnswer, {
      topic: 'account',
      whereOwnedBy: null,
      excludedColumns: [],
      onClosure: 'of nobody',
      retention: [idempotencyRetention.keyedAnswers],
    }),
  },
};
