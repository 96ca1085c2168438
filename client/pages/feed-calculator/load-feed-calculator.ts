import { ApiError } from '../../../shared/api/api-error.ts';
import type { AdviceAnswer, ProductAdvice } from '../../../shared/contract/feed-advice.ts';
import {
  type AdviceAnswers,
  type AdviceRequest,
  createAdviceQuery,
  parseAdviceQuery,
  toAdviceQuestion,
} from '../../../shared/rules/feed-advice/advice-query.ts';
import { BREEDING_TYPE } from '../../../shared/rules/feed-advice/breeding-type.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { PageHead } from '../../store/page-state.ts';
import type { AdviceAnswerView, AdviceView, FeedCalculatorData } from './page.ts';

/** Maximum number of other feeds on the page. */
const MAX_OTHER_FEEDS = 6;

/** Key of the article about measuring a horse with a tape. */
const MEASURING_ARTICLE_KEY = 'weight-condition';
/** Key of the article about reasons and ways to limit grazing. */
const GRAZING_ARTICLE_KEY = 'sugar-laminitis';

/** Maximum number of characters of a wrong key that its field shows again. */
const MAX_REPORT_KEY_LENGTH = 43;

/** Answers of the example next to the questions. */
const exampleAdviceRequest: AdviceRequest = {
  horseType: 'horse',
  workLevel: 'light',
  roughage: { type: 'hay' },
};

const toAdviceView = ({ product, ...advice }: ProductAdvice): AdviceView => ({
  ...advice,
  product: toListedProduct(product),
});

/** @param answer answer for one product, or for all suitable products; then the best one is shown */
function toAdviceAnswerView(answer: AdviceAnswer): AdviceAnswerView {
  if (!answer.determined) return { ...answer, product: answer.product && toListedProduct(answer.product) };
  const { determined, date, horse, workLevels, proposals } = answer;
  const [best] = proposals;
  if (!best) throw new RangeError('The answer contains no proposal');
  return { determined, date, horse, workLevels, advice: toAdviceView(best) };
}

/** Lists the products of an answer except the visible one. */
const listOtherAdvice = (
  answer: AdviceAnswer | null,
  displayedProductId: number | undefined,
): AdviceView[] =>
  answer?.determined
    ? answer.proposals
        .filter(({ product }) => product.productId !== displayedProductId)
        .slice(0, MAX_OTHER_FEEDS)
        .map(toAdviceView)
    : [];

/**
 * Returns title and URL of an article; null if the site has no article with this key, or it was not loaded in
 * time.
 */
function findArticle(
  articles: readonly { readonly key: string; readonly title: string; readonly url: string }[] | null,
  wanted: string,
): FeedCalculatorData['grazing'] {
  const article = articles?.find(({ key }) => key === wanted);
  return article ? { title: article.title, url: article.url } : null;
}

/** Returns the signed-in customer; null for anonymous visitors and after a failure. */
const fetchAccountIfSignedIn = ({ visitor, optional, mayBeSignedIn }: PrivateLoadContext) =>
  mayBeSignedIn
    ? optional((options) =>
        visitor.fetchAccount(undefined, options).catch((error: unknown) => {
          // An expired session is not a failure.
          if (error instanceof ApiError && error.status === 401) return null;
          throw error;
        }),
      )
    : null;

/**
 * Loads the feed calculator: the four questions with an example, or the result for the answers in the URL.
 * Answers for mares, foals and youngsters redirect to the feeds for them.
 *
 * An unknown product is omitted; an unknown report is reported at its field.
 *
 * @throws ApiError 404 on the corporate site, which has no sales
 */
export async function loadFeedCalculator(
  context: PrivateLoadContext,
): Promise<LoadResult<FeedCalculatorData>> {
  const { api, optional, query, scope } = context;
  const asked = parseAdviceQuery(query);
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  if (asked === BREEDING_TYPE) {
    const breeding = findSiteLink(scope, 'breeding');
    if (!breeding) throw new ApiError('status', { status: 404 });
    return { redirect: { status: 303, url: breeding.route } };
  }
  const calculate = (body: AdviceRequest) =>
    optional((options) => api.calculateFeedAdvice({ body }, options));
  const fetchArticles = () => optional((options) => api.fetchAdvice({ query: {} }, options));
  const horseTypes = optional((options) => api.fetchAdvisedHorseTypes(undefined, options));
  const owner = toAdviceQuestion(asked) === null ? null : fetchAccountIfSignedIn(context);
  const { answers, question, answer, wrongKey } = await resolveAnswers(context, asked);
  if (question === null || wrongKey !== null) {
    const articles = fetchArticles();
    const example = answer ?? calculate(exampleAdviceRequest);
    const [types, shown, advice] = await Promise.all([horseTypes, example, articles]);
    return createCalculatorResult(context, answers, {
      wrongKey,
      horseTypes: types ?? [],
      measuring: findArticle(advice, MEASURING_ARTICLE_KEY),
      grazing: null,
      answer: null,
      others: listOtherAdvice(shown, undefined).slice(0, 1),
      owner: null,
    });
  }
  if (question === 'roughage_result_incomplete' || answer === null) {
    const refused = { determined: false, weights: null, product: null, dosage: null } as const;
    return createCalculatorResult(context, answers, {
      wrongKey,
      horseTypes: (await horseTypes) ?? [],
      measuring: null,
      grazing: null,
      answer: { ...refused, reason: 'roughage_result_incomplete' },
      others: [],
      owner: null,
    });
  }
  const { productVariantId, ...questionWithoutProduct } = question;
  const isOnGrass = 'type' in question.roughage && question.roughage.type === 'grass';
  const [types, proposed, account, advice] = await Promise.all([
    horseTypes,
    productVariantId === undefined ? null : calculate(questionWithoutProduct),
    owner,
    isOnGrass ? fetchArticles() : null,
  ]);
  const shown = toAdviceAnswerView(answer);
  const { productId } = shown.determined ? shown.advice.product : (shown.product ?? {});
  return createCalculatorResult(context, answers, {
    wrongKey,
    horseTypes: types ?? [],
    measuring: null,
    grazing:
      shown.determined && shown.advice.warnings.includes('grazing_limited')
        ? findArticle(advice, GRAZING_ARTICLE_KEY)
        : null,
    answer: shown,
    others: listOtherAdvice(productVariantId === undefined ? answer : proposed, productId),
    owner: account && { formToken: account.formToken },
  });
}

interface ResolvedAnswers {
  /** Answers without unknown products and reports. */
  readonly answers: AdviceAnswers;
  readonly question: ReturnType<typeof toAdviceQuestion>;
  /**
   * Result for the answers, or an example with the product and report of the URL; null if there is neither.
   */
  readonly answer: AdviceAnswer | null;
  readonly wrongKey: string | null;
}

/**
 * Requests the result for the answers. An unknown product or report is omitted, so that the other answers
 * remain.
 */
async function resolveAnswers(
  { api, critical, query }: Pick<PrivateLoadContext, 'api' | 'critical' | 'query'>,
  asked: AdviceAnswers,
): Promise<ResolvedAnswers> {
  const find = async (answers: AdviceAnswers): Promise<Omit<ResolvedAnswers, 'wrongKey'> | null> => {
    const question = toAdviceQuestion(answers);
    const { product, rqs } = answers;
    if (
      question === 'roughage_result_incomplete' ||
      (question === null && product === null && rqs === null)
    ) {
      return { answers, question, answer: null };
    }
    const body = question ?? {
      ...exampleAdviceRequest,
      ...(rqs !== null && { roughage: { rqsKey: rqs } }),
      ...(product !== null && { productVariantId: product }),
    };
    return await api.calculateFeedAdvice({ body }, critical).then(
      (answer) => ({ answers, question, answer }),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      },
    );
  };
  const typedKey = query.get('rqs')?.trim() ?? '';
  const isTyped = typedKey !== '';
  // A malformed text cannot be a key, so the API is not called.
  const first = isTyped && asked.rqs === null ? null : await find(asked);
  if (first) return { ...first, wrongKey: null };
  const withoutProduct = { ...asked, product: null };
  const second = asked.rqs === null || asked.product === null ? null : await find(withoutProduct);
  if (second) return { ...second, wrongKey: null };
  const withoutKey = { ...asked, rqs: null };
  const wrongKey = isTyped ? typedKey.slice(0, MAX_REPORT_KEY_LENGTH) : null;
  const last = (await find(withoutKey)) ?? (await find({ ...withoutKey, product: null }));
  if (!last) throw new ApiError('status', { status: 404 });
  return { ...last, wrongKey };
}

function createCalculatorResult(
  { scope, shop, pathname }: PrivateLoadContext,
  answers: AdviceAnswers,
  data: Omit<FeedCalculatorData, 'kind' | 'answers'>,
): LoadResult<FeedCalculatorData> {
  const isBlank = createAdviceQuery(answers) === '';
  const head: PageHead = {
    title: shop.t(data.answer ? 'feedAdvice.ration' : 'feedAdvice.title'),
    description: isBlank ? shop.t('feedAdvice.description') : null,
    // The questions are indexed. A page with answers has no canonical URL.
    canonicalPath: isBlank ? pathname : null,
    alternates: scope.shops
      .filter((one) => !isCorporate(one))
      .flatMap(({ siteId, languages }) =>
        languages.map(({ languageId, code, origin }) => ({
          siteId,
          languageId,
          url: `${origin}/${getLocalisedSegment('feedAdvice', code)}/`,
        })),
      ),
    isIndexable: isBlank,
  };
  return { status: 200, head, data: { kind: 'feedCalculator', answers, ...data } };
}
