import Type from 'typebox';
import { energyLevels, testedRoughages } from '../rules/feed-advice/feed-model.ts';
import {
  labMethods,
  qsCounts,
  qsGrades,
  reportVerdicts,
  rqsParameters,
  sampleStates,
  valueClasses,
} from '../rules/lab-results.ts';
import type { ContractsOf } from './call-contract.ts';
import type { labResultPaths } from './paths/lab-results.ts';
import { Id, IsoDate, Nullable, ResultKey } from './primitives.ts';
import { ProductSummary } from './products.ts';

const Verdict = Type.Enum([...reportVerdicts], {
  description:
    'C or D where a hygiene scan of the batch has that class; else the energy level of a nutrition scan, or the class of a hygiene scan',
});

/** A sample of the one who asks, with a result or on its way to one. */
export const SampleRow = Type.Object({
  sampleNumber: Type.String({ description: 'On the kit; names nobody' }),
  sampleName: Type.String(),
  batch: Type.String({
    description: 'Lowest sample number of the batch: equal for the scans of one batch of roughage',
  }),
  productVariantId: Nullable(Id),
  orderNumber: Nullable(Type.String()),
  state: Type.Enum([...sampleStates]),
  type: Nullable(Type.Enum([...testedRoughages])),
  receiptDate: Nullable(IsoDate),
  resultDate: Nullable(IsoDate),
  key: Nullable(ResultKey),
  isRead: Type.Boolean(),
  verdict: Nullable(Verdict),
});
export type SampleRow = Type.Static<typeof SampleRow>;

const Shelf = Nullable(
  Type.Object(
    {
      url: Type.String({ description: 'List of products that fits the class' }),
      title: Type.String(),
      articleUrl: Nullable(Type.String()),
      articleTitle: Nullable(Type.String()),
    },
    { description: 'List and article for the class of a hygiene scan; null where the site has no such list' },
  ),
);

const Article = Nullable(
  Type.Object(
    { url: Type.String(), title: Type.String() },
    { description: 'Advice article about the verdict; null where the site has none' },
  ),
);

const head = {
  sampleNumber: Type.String(),
  sampleName: Type.String(),
  type: Type.Enum([...testedRoughages]),
  receiptDate: Nullable(IsoDate),
  resultDate: IsoDate,
  laboratory: Nullable(
    Type.Object(
      { name: Type.String(), method: Type.Enum([...labMethods]) },
      { description: 'Who measured, and how; null where the shop does not say' },
    ),
  ),
  version: Type.Integer({ minimum: 1, description: 'Above 1: the laboratory corrected it' }),
  isOwn: Type.Boolean({ description: 'Of the one who asks, who may replace its link' }),
  hasStorageRisk: Type.Boolean(),
  otherKey: Nullable(ResultKey),
  verdict: Verdict,
};

/** What a grade of a hygiene scan does to rations with that roughage. */
const AdviceEffect = Type.Enum(['none', 'notice', 'refused']);

/** Report of a nutrition quick scan. */
export const RqsResult = Type.Object({
  ...head,
  energyLevel: Type.Enum([...energyLevels]),
  values: Type.Array(
    Type.Object({
      parameter: Type.Enum([...rqsParameters]),
      unit: Type.String(),
      value: Type.Number(),
      min: Type.Number(),
      max: Type.Number(),
      average: Type.Number(),
      verdict: Type.Enum([...valueClasses]),
      article: Article,
    }),
  ),
  /** Of a report whose values are all within their targets; null for any other. */
  article: Article,
  /** Of a report whose verdict is class C or D: what replaces the batch. Null for any other. */
  shelf: Shelf,
  minerals: Type.Array(Type.Object({ key: Type.String(), unit: Type.String(), value: Type.Number() }), {
    description: 'Without a verdict',
  }),
  hygiene: Nullable(
    Type.Object(
      { grade: Type.Enum([...qsGrades]), adviceEffect: AdviceEffect, key: ResultKey },
      { description: 'Of the same batch' },
    ),
  ),
  products: Type.Array(ProductSummary, {
    description:
      'Feeds that close what the values lack, computed by the feed model; two at most, none for class C and D',
  }),
});
export type RqsResult = Type.Static<typeof RqsResult>;

/** Report of a hygiene quick scan. */
export const QsResult = Type.Object({
  ...head,
  dryMatterPct: Type.Number(),
  moisturePct: Type.Number(),
  grade: Type.Enum([...qsGrades]),
  germCount: Type.Integer({ minimum: 0, description: 'Aerobic and spoilage bacteria together' }),
  counts: Type.Array(
    Type.Object({
      count: Type.Enum([...qsCounts]),
      value: Type.Integer({ minimum: 0 }),
      orientation: Type.Integer({ minimum: 1 }),
      step: Type.Integer({ minimum: 1, maximum: 4 }),
    }),
  ),
  adviceEffect: AdviceEffect,
  shelf: Shelf,
});
export type QsResult = Type.Static<typeof QsResult>;

/** As it came: what is no key opens nothing, like one that was replaced. */
const params = Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) });
const NewLink = Type.Object({ key: ResultKey });

const listCall = { needs: 'session', isIdempotent: true, refusals: [] } as const;
const fetchCall = { needs: 'open', isIdempotent: true, params, refusals: ['not_found'] } as const;
const readCall = {
  needs: 'session',
  isIdempotent: true,
  params,
  answer: null,
  refusals: ['not_found'],
} as const;
const replaceCall = {
  needs: 'session',
  isIdempotent: false,
  params,
  answer: NewLink,
  refusals: ['not_found', 'too_many_attempts'],
} as const;

export const labResultCalls = {
  fetchRqsResults: {
    summary: 'The nutrition scans of the account, with a result or on their way to one; the latest first',
    ...listCall,
    answer: Type.Array(SampleRow),
  },
  fetchRqsResult: {
    summary: 'Report of a nutrition scan, for whoever has its key',
    ...fetchCall,
    answer: RqsResult,
  },
  readRqsResult: { summary: 'Notes that the account has looked at a nutrition scan of its own', ...readCall },
  replaceRqsLink: {
    summary: 'Gives a nutrition scan of the account a new key; the one before opens nothing any more',
    ...replaceCall,
  },
  fetchQsResults: {
    summary: 'The hygiene scans of the account, with a result or on their way to one; the latest first',
    ...listCall,
    answer: Type.Array(SampleRow),
  },
  fetchQsResult: {
    summary: 'Report of a hygiene scan, for whoever has its key',
    ...fetchCall,
    answer: QsResult,
  },
  readQsResult: { summary: 'Notes that the account has looked at a hygiene scan of its own', ...readCall },
  replaceQsLink: {
    summary: 'Gives a hygiene scan of the account a new key; the one before opens nothing any more',
    ...replaceCall,
  },
} as const satisfies ContractsOf<typeof labResultPaths>;
