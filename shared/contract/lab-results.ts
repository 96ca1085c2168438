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
    'C or D if a hygiene scan of the batch has that class; otherwise the energy level of a nutrition scan or the class of a hygiene scan',
});

/** A sample of the signed-in customer, with or without a result. */
export const SampleRow = Type.Object({
  sampleNumber: Type.String({ description: 'Number on the kit; it identifies no person' }),
  sampleName: Type.String(),
  batch: Type.String({
    description: 'Lowest sample number of the batch; the same for all scans of one batch of roughage',
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

const ProductListLink = Nullable(
  Type.Object(
    {
      url: Type.String({ description: 'Product list that suits the class' }),
      title: Type.String(),
      articleUrl: Nullable(Type.String()),
      articleTitle: Nullable(Type.String()),
    },
    {
      description:
        'Product list and article for the class of a hygiene scan; null if the site has no such list',
    },
  ),
);

const Article = Nullable(
  Type.Object(
    { url: Type.String(), title: Type.String() },
    { description: 'Advice article about the verdict; null if the site has none' },
  ),
);

const reportHeadFields = {
  sampleNumber: Type.String(),
  sampleName: Type.String(),
  type: Type.Enum([...testedRoughages]),
  receiptDate: Nullable(IsoDate),
  resultDate: IsoDate,
  laboratory: Nullable(
    Type.Object(
      { name: Type.String(), method: Type.Enum([...labMethods]) },
      { description: 'Laboratory and its method; null if the shop does not name them' },
    ),
  ),
  version: Type.Integer({ minimum: 1, description: 'A version above 1 is a correction by the laboratory' }),
  isOwn: Type.Boolean({
    description: 'Whether the sample belongs to the signed-in customer, who may replace its link',
  }),
  hasStorageRisk: Type.Boolean(),
  otherKey: Nullable(ResultKey),
  verdict: Verdict,
};

/** Effect of a hygiene class on rations with that roughage. */
const AdviceEffect = Type.Enum(['none', 'notice', 'refused']);

/** Report of a nutrition quick scan. */
export const RqsResult = Type.Object({
  ...reportHeadFields,
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
  /** Article for a report whose values are all within their targets; otherwise null. */
  article: Article,
  /** Products that replace a batch with verdict C or D; otherwise null. */
  shelf: ProductListLink,
  minerals: Type.Array(Type.Object({ key: Type.String(), unit: Type.String(), value: Type.Number() }), {
    description: 'Minerals, without a verdict',
  }),
  hygiene: Nullable(
    Type.Object(
      { grade: Type.Enum([...qsGrades]), adviceEffect: AdviceEffect, key: ResultKey },
      { description: 'Hygiene scan of the same batch' },
    ),
  ),
  products: Type.Array(ProductSummary, {
    description:
      'Feeds that supply the missing nutrients, calculated by the feeding model; at most two, none for class C and D',
  }),
});
export type RqsResult = Type.Static<typeof RqsResult>;

/** Report of a hygiene quick scan. */
export const QsResult = Type.Object({
  ...reportHeadFields,
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
  shelf: ProductListLink,
});
export type QsResult = Type.Static<typeof QsResult>;

/** Key as received. An invalid key is treated like a replaced one: the result is not found. */
const params = Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) });
const NewReportLink = Type.Object({ key: ResultKey });

const listCallContract = { needs: 'session', isIdempotent: true, refusals: [] } as const;
const fetchCallContract = { needs: 'open', isIdempotent: true, params, refusals: ['not_found'] } as const;
const markReadCallContract = {
  needs: 'session',
  isIdempotent: true,
  params,
  answer: null,
  refusals: ['not_found'],
} as const;
const replaceLinkCallContract = {
  needs: 'session',
  isIdempotent: false,
  params,
  answer: NewReportLink,
  refusals: ['not_found', 'too_many_attempts'],
} as const;

export const labResultCalls = {
  fetchRqsResults: {
    summary: 'Lists the nutrition scans of the account, with or without a result, latest first',
    ...listCallContract,
    answer: Type.Array(SampleRow),
  },
  fetchRqsResult: {
    summary: 'Returns the report of a nutrition scan by its key',
    ...fetchCallContract,
    answer: RqsResult,
  },
  readRqsResult: { summary: 'Marks a nutrition scan of the account as read', ...markReadCallContract },
  replaceRqsLink: {
    summary: 'Creates a new key for a nutrition scan of the account and invalidates the previous one',
    ...replaceLinkCallContract,
  },
  fetchQsResults: {
    summary: 'Lists the hygiene scans of the account, with or without a result, latest first',
    ...listCallContract,
    answer: Type.Array(SampleRow),
  },
  fetchQsResult: {
    summary: 'Returns the report of a hygiene scan by its key',
    ...fetchCallContract,
    answer: QsResult,
  },
  readQsResult: { summary: 'Marks a hygiene scan of the account as read', ...markReadCallContract },
  replaceQsLink: {
    summary: 'Creates a new key for a hygiene scan of the account and invalidates the previous one',
    ...replaceLinkCallContract,
  },
} as const satisfies ContractsOf<typeof labResultPaths>;
