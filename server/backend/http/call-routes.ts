import { randomInt } from 'node:crypto';
import { bulkhead, isBulkheadRejectedError, isTaskCancelledError } from 'cockatiel';
import cookieParser from 'cookie-parser';
import { type Request, type Response, Router } from 'express';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { CallName } from '../../../shared/contract/paths.ts';
import { getMembersSchema } from '../../../shared/contract/problem.ts';
import { listProblemCodes } from '../../../shared/contract/problem-codes.ts';
import {
  BOT_CHECK_HEADER,
  FORM_TOKEN_HEADER,
  HASH_CROWDED_HEADER,
  PREVIEW_HEADER,
} from '../../../shared/contract/request-headers.ts';
import { isForeignRequest } from '../../platform/foreign-request.ts';
import type { Log } from '../../platform/logging.ts';
import {
  AlreadyAnsweredError,
  type AnswerStore,
  createKeyedRequest,
  type KeyedRequest,
  type StoredAnswer,
} from '../idempotency/answers.ts';
import type { HashGate } from '../modules/accounts/service.ts';
import type { SiteDirectory } from '../scope/site-directory.ts';
import type { Call, KeyedContext, ScopedContext, VisitorContext } from './call.ts';
import { type Account, type CallerLookups, nobody, proveCaller } from './caller.ts';
import { parseBody } from './parse-body.ts';
import { createUnavailable, ProblemError } from './problem-error.ts';
import { createInputReader, KEY_HEADER } from './read-input.ts';
import { createCallerSignal, createScopeReader, readInstant } from './read-scope.ts';
import { setRequestCall } from './request-facts.ts';
import { readVisitorAddress } from './visitor-address.ts';
import { type AnswerCookie, readVisitorCookies, setVisitorCookie } from './visitor-cookies.ts';

export interface CallRoutesOptions {
  readonly calls: readonly Call[];
  readonly sites: SiteDirectory;
  readonly callers: CallerLookups;
  /** The preview of a site and language that a cookie proves; null where it proves none. */
  readonly readPreview: (
    cookie: string | null,
    scope: { readonly siteId: number; readonly languageId: number },
  ) => { readonly instant: Date } | null;
  /** Whether what came with a form of a private page is the token of the caller's session. */
  readonly isFormToken: (account: Account | null, formToken: string) => boolean;
  /** Who may have a password hashed while many wait for it. */
  readonly hashGate: HashGate;
  /** Of calls that are made with an `Idempotency-Key`. */
  readonly answers: AnswerStore;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Checks every answer and refusal against the contract and fails where it does not keep to it: tests and development. */
  readonly checkAnswers: boolean;
  /** How many of one call are worked on at a time: where one waits for a lock, the others still have connections. */
  readonly maxPerCall: number;
}

/** Calls of one name that may wait for their turn; the web gives up on them long before they are so many. */
const MAX_WAITING = 1000;

/** The same of calls that take a hash of a password: a second's worth, as many as the hasher itself lets wait. */
const MAX_WAITING_FOR_HASH = 30;

/** Whoever comes while too many wait to have a password hashed; not all are told to come back in the same moment. */
const createBusy = (): ProblemError =>
  new ProblemError('too_many_attempts', { headers: { 'retry-after': String(randomInt(1, 3)) } });

/** Calls whose answer exists in every language of the table, whatever the site speaks (decisions, proxy headers). */
const inAnyLanguage: readonly CallName[] = ['fetchCountriesLocalizedName', 'fetchCountryLocalizedName'];

/** Paths without parameters come first, so that `/api/products/search` is never taken for a product. */
function compareSpecificity(a: string, b: string): number {
  const weigh = (path: string): string =>
    path
      .split('/')
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join('');
  return weigh(a).localeCompare(weigh(b)) || a.localeCompare(b);
}

/**
 * Makes the routes of every call: scope, parsing, answer and the 405 of other methods, all from the table of calls.
 */
export function createCallRoutes(options: CallRoutesOptions): Router {
  const { calls, clock } = options;
  const readScope = createScopeReader(options.sites);

  /**
   * Who makes the call, as far as it needs to know.
   *
   * @throws ProblemError where they may not make it
   */
  async function readVisitor(
    request: Request,
    { contract }: Call,
    scope: Partial<ScopedContext>,
    newCookies: AnswerCookie[],
  ): Promise<VisitorContext> {
    const cookies = readVisitorCookies(request);
    const { id } = request.params;
    const caller = await proveCaller(
      contract.needs,
      {
        siteId: scope.site?.site.siteId,
        sessionToken: cookies.session,
        shoppingcartId: typeof id === 'string' ? id : cookies.cart,
        keeperToken: /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1] ?? null,
        takesOrderedCart: contract.takesOrderedCart,
      },
      options.callers,
    );
    const formToken = request.get(FORM_TOKEN_HEADER);
    // The form was made for another session, so it is not what the signed-in customer has sent. A read changes nothing.
    if (
      request.method !== 'GET' &&
      formToken !== undefined &&
      !options.isFormToken(caller.account, formToken)
    ) {
      throw new ProblemError('foreign_request');
    }
    return {
      ...caller,
      cookies,
      userAgent: request.get('user-agent') ?? null,
      setCookie: (cookie) => newCookies.push(cookie),
    };
  }

  function findPreview(request: Request, { site, language }: Partial<ScopedContext>) {
    if (!site || !language) return null;
    const scope = { siteId: site.site.siteId, languageId: language.languageId };
    return options.readPreview(readVisitorCookies(request).preview, scope);
  }

  /** In production a visitor gets the refusal all the same: it is right, only nobody was told of it before. */
  function refuseUndeclared({ name }: Call, error: ProblemError): void {
    if (options.checkAnswers) {
      throw new Error(`${name} refuses with '${error.code}', which its contract does not name`, {
        cause: error,
      });
    }
    options.log.error({ call: name, code: error.code }, 'undeclared_refusal');
  }

  /** Has the handler answer, or tells what it answered to the same request before. */
  async function handle(
    { name, contract, handler }: Call,
    common: Partial<ScopedContext & VisitorContext> & Pick<ScopedContext, 'signal'>,
    input: unknown,
    keyed: KeyedRequest | undefined,
  ): Promise<StoredAnswer> {
    const status = contract.answer === null ? 204 : 200;
    // A handler is typed without what its call does not have, so it cannot miss it.
    const withContext = (own: Partial<KeyedContext>) =>
      handler(Object.freeze({ ...common, ...own }) as ScopedContext & VisitorContext & KeyedContext, input);
    const { signal } = common;
    if (contract.key === undefined) return { status, body: await withContext({}) };
    // Before its limits and rules, which may say something else by now.
    const known = keyed && (await options.answers.find(keyed));
    if (known) return known;
    let isDone = false;
    try {
      const body = await withContext({
        once: async (transaction, run) => {
          const result = await options.answers.run(keyed, { name: transaction, status, signal, run });
          isDone = true;
          return result;
        },
      });
      if (keyed && !isDone) throw new Error(`${name} has answered a request with a key outside 'once'`);
      return { status, body };
    } catch (error) {
      if (error instanceof AlreadyAnsweredError) return error.answer;
      throw error;
    }
  }

  /** @throws Error where a refusal does not say what the contract says it does, or says more */
  function checkMembers({ name }: Call, { code, members }: ProblemError): void {
    const schema = getMembersSchema(code) ?? Type.Object({});
    if (!Value.Check(Type.Object(schema.properties, { additionalProperties: false }), members)) {
      throw new Error(`${name} refuses with '${code}', whose members break the contract`);
    }
  }

  function createHandler(call: Call) {
    const { path, contract } = call;
    const readInput = createInputReader(contract, path);
    const declaredCodes = new Set(listProblemCodes(path, contract));
    const turns = bulkhead(options.maxPerCall, contract.takesHash ? MAX_WAITING_FOR_HASH : MAX_WAITING);
    const answerValidator =
      options.checkAnswers && contract.answer !== null ? Compile(contract.answer) : undefined;

    /** While many wait to have a password hashed, here or in the web, before the caller joins them. */
    async function passHashGate(request: Request, { site }: Partial<ScopedContext>): Promise<void> {
      if (!contract.takesHash || !contract.botCheck || !site) return;
      const isCrowded =
        turns.queueSlots <= MAX_WAITING_FOR_HASH / 2 ||
        options.hashGate.isCrowded() ||
        request.get(HASH_CROWDED_HEADER) !== undefined;
      if (!isCrowded) return;
      await options.hashGate.admit({
        site,
        knownCookie: readVisitorCookies(request).known,
        botCheckToken: request.get(BOT_CHECK_HEADER),
      });
    }

    return async (request: Request, response: Response): Promise<void> => {
      setRequestCall(request, call.name);
      if (path.method !== 'GET' && isForeignRequest(request.headers))
        throw new ProblemError('foreign_request');
      const signal = createCallerSignal(response);
      const present = readInstant(request, clock);
      const scope: Partial<ScopedContext> = path.scoped
        ? await readScope(request, inAnyLanguage.includes(call.name))
        : {};
      const preview = findPreview(request, scope);
      if (preview && contract.isRefusedInPreview) throw new ProblemError('order_in_preview');
      const isShown = preview !== null && (path.cache !== 'never' || contract.followsPreview === true);
      const now = isShown ? preview.instant : present;
      const visitorAddress = readVisitorAddress(request);
      const common = { now, log: options.log, visitorAddress, signal, ...scope };
      const newCookies: AnswerCookie[] = [];
      let answer: StoredAnswer;
      try {
        await passHashGate(request, scope);
        const visitor =
          path.cache === 'never'
            ? await turns.execute(() => readVisitor(request, call, scope, newCookies), signal)
            : undefined;
        // Who may not make the call is told that, and not what is wrong with it. Nobody's turn waits for a body that comes slowly.
        await parseBody(request, response);
        const input = readInput({
          params: request.params,
          query: request.query,
          body: request.body,
          idempotencyKey: request.get(KEY_HEADER),
          botCheckToken: request.get(BOT_CHECK_HEADER),
        });
        const { idempotencyKey } = input;
        const keyed =
          typeof idempotencyKey === 'string'
            ? createKeyedRequest({
                call: call.name,
                siteId: scope.site?.site.siteId,
                caller: visitor ?? nobody,
                cartCookie: visitor?.cookies.cart ?? null,
                visitorAddress,
                key: idempotencyKey,
                input,
                now: new Date(clock()),
              })
            : undefined;
        answer = await turns.execute(() => handle(call, { ...common, ...visitor }, input, keyed), signal);
      } catch (error) {
        // It has not begun, or nothing of it was written; nobody is there to be told.
        if (isTaskCancelledError(error) || (signal.aborted && error === signal.reason)) return;
        if (isBulkheadRejectedError(error)) throw contract.takesHash ? createBusy() : createUnavailable();
        if (error instanceof ProblemError) {
          if (!declaredCodes.has(error.code)) refuseUndeclared(call, error);
          if (options.checkAnswers) checkMembers(call, error);
        }
        throw error;
      }
      if (answerValidator && !answerValidator.Check(answer.body)) {
        const [first] = answerValidator.Errors(answer.body);
        throw new Error(
          `Answer of ${call.name} breaks the contract at ${first?.instancePath}: ${first?.message}`,
        );
      }
      for (const cookie of newCookies) setVisitorCookie(request, response, cookie);
      response.set('cache-control', 'no-store');
      if (isShown) response.set(PREVIEW_HEADER, now.toISOString());
      if (contract.fileName !== undefined) response.attachment(contract.fileName);
      response.status(answer.status);
      if (answer.body === undefined) response.end();
      else response.json(answer.body);
    };
  }

  const router = Router({ strict: false });
  router.use(cookieParser());
  const byPath = Map.groupBy(calls, ({ path }) => path.path);
  for (const path of [...byPath.keys()].toSorted(compareSpecificity)) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const methods = new Set<string>();
    for (const call of byPath.get(path) ?? []) {
      const { method } = call.path;
      methods.add(method);
      if (method === 'GET') methods.add('HEAD');
      const handler = createHandler(call);
      if (method === 'GET') route.get(handler);
      else if (method === 'POST') route.post(handler);
      else if (method === 'PUT') route.put(handler);
      else route.delete(handler);
    }
    const allow = [...methods, 'OPTIONS'].join(', ');
    route.all((request, response) => {
      if (request.method === 'OPTIONS') {
        response.set('allow', allow).status(204).end();
        return;
      }
      throw new ProblemError('method_not_allowed', { headers: { allow } });
    });
  }
  return router;
}
