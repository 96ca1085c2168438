import { randomInt } from 'node:crypto';
import { bulkhead, isBulkheadRejectedError, isTaskCancelledError } from 'cockatiel';
import cookieParser from 'cookie-parser';
import { type Request, type Response, Router } from 'express';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { listProblemCodes } from '../../../../shared/contract/list-problem-codes.ts';
import type { CallName } from '../../../../shared/contract/paths.ts';
import { getProblemMembersSchema } from '../../../../shared/contract/problem.ts';
import {
  BOT_CHECK_HEADER,
  FORM_TOKEN_HEADER,
  PASSWORD_HASHING_BUSY_HEADER,
  PREVIEW_HEADER,
} from '../../../../shared/contract/request-headers.ts';
import { isCrossSiteRequest } from '../../../platform/cross-site-request.ts';
import type { Log } from '../../../platform/logging.ts';
import {
  type AnswerStore,
  createIdempotentRequest,
  DuplicateRequestError,
  type IdempotentRequest,
  type StoredAnswer,
} from '../idempotency/stored-answers.ts';
import type { Call, IdempotentCallContext, ScopedContext, VisitorContext } from './call.ts';
import { setRequestCall } from './call-by-request.ts';
import { type Account, anonymousCaller, authenticateCaller, type CallerLookups } from './caller.ts';
import { parseBody } from './parse-body.ts';
import type { PasswordHashGate } from './password-hash-gate.ts';
import { createUnavailable, ProblemError } from './problem-error.ts';
import { createInputReader, IDEMPOTENCY_KEY_HEADER } from './read-input.ts';
import { createDisconnectSignal, createScopeReader, readRequestTime } from './read-scope.ts';
import type { ScopeDirectory, ScopeLanguage, ScopeSite } from './scope.ts';
import { type ResponseCookie, readVisitorCookies, setVisitorCookie } from './visitor-cookies.ts';
import { readVisitorIpAddress } from './visitor-ip-address.ts';

export interface CallRoutesOptions<Site extends ScopeSite, Language extends ScopeLanguage> {
  readonly calls: readonly Call<Site, Language>[];
  readonly sites: ScopeDirectory<Site, Language>;
  readonly callers: CallerLookups;
  /** Returns the preview of a site and language that a cookie proves; null if it proves none. */
  readonly readPreview: (
    cookie: string | null,
    scope: { readonly siteId: number; readonly languageId: number },
  ) => { readonly instant: Date } | null;
  /** Returns true if a form token of a private page belongs to the caller's session. */
  readonly isFormToken: (account: Account | null, formToken: string) => boolean;
  /** Decides which callers may have a password hashed while many wait. */
  readonly passwordHashGate: PasswordHashGate<Site>;
  /** Stores responses of calls with an `Idempotency-Key`. */
  readonly answers: AnswerStore;
  readonly log: Log;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  /**
   * Validates every response and refusal against the contract and throws on differences, in tests and
   * development.
   */
  readonly checkAnswers: boolean;
  /** Maximum concurrency per call, so that one call waiting for a lock leaves connections for the others. */
  readonly maxPerCall: number;
}

/** Maximum queue length per call. The web times out long before a queue is full. */
const MAX_WAITING_CALLS = 1000;

/**
 * Maximum queue length of calls that hash a password: about a second of work, equal to the queue of the
 * hasher.
 */
const MAX_WAITING_HASH_CALLS = 30;

/**
 * Creates the refusal for a full hashing queue. The delay is random, so that not all clients retry at once.
 */
const createTooManyAttempts = (): ProblemError =>
  new ProblemError('too_many_attempts', { headers: { 'retry-after': String(randomInt(1, 3)) } });

/**
 * Calls whose response exists in all languages, not only in those of the site (see decisions, proxy headers).
 */
const callsInAnyLanguage: readonly CallName[] = ['fetchCountriesLocalizedName', 'fetchCountryLocalizedName'];

/** Sorts paths without parameters first, so that `/api/products/search` never matches a product id. */
function compareSpecificity(a: string, b: string): number {
  const weigh = (path: string): string =>
    path
      .split('/')
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join('');
  return weigh(a).localeCompare(weigh(b)) || a.localeCompare(b);
}

/** Creates the routes of all calls from the contract: scope, parsing, response, and 405 for other methods. */
export function createCallRoutes<Site extends ScopeSite, Language extends ScopeLanguage>(
  options: CallRoutesOptions<Site, Language>,
): Router {
  type CallOfScope = Call<Site, Language>;
  type Scope = Pick<ScopedContext<Site, Language>, 'site' | 'language'>;
  type CommonContext = Pick<ScopedContext<Site, Language>, 'signal'> &
    Partial<ScopedContext<Site, Language> & VisitorContext>;
  const { calls, clock } = options;
  const readScope = createScopeReader(options.sites);

  /**
   * Returns what a call needs to know about its caller.
   *
   * @throws ProblemError if the caller is not authorised
   */
  async function readVisitor(
    request: Request,
    { contract }: CallOfScope,
    scope: Partial<Scope>,
    newCookies: ResponseCookie[],
  ): Promise<VisitorContext> {
    const cookies = readVisitorCookies(request);
    const { id } = request.params;
    const caller = await authenticateCaller(
      contract.needs,
      {
        siteId: scope.site?.site.siteId,
        sessionToken: cookies.session,
        shoppingcartId: typeof id === 'string' ? id : cookies.cart,
        adminToken: /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1] ?? null,
        acceptsOrderedCart: contract.acceptsOrderedCart,
      },
      options.callers,
    );
    const formToken = request.get(FORM_TOKEN_HEADER);
    // The form was created for another session, so the signed-in customer did not send it. Reads change
    // nothing, so they are allowed.
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

  function findPreview(request: Request, { site, language }: Partial<Scope>) {
    if (!site || !language) return null;
    const scope = { siteId: site.site.siteId, languageId: language.languageId };
    return options.readPreview(readVisitorCookies(request).preview, scope);
  }

  /** Handles a refusal that the contract does not declare. In production the caller gets it too. */
  function refuseUndeclared({ name }: CallOfScope, error: ProblemError): void {
    if (options.checkAnswers) {
      throw new Error(`${name} refuses with '${error.code}', which its contract does not name`, {
        cause: error,
      });
    }
    options.log.error({ call: name, code: error.code }, 'undeclared_refusal');
  }

  /** Runs the handler, or returns the stored response to the same request. */
  async function handle(
    { name, contract, handler }: CallOfScope,
    common: CommonContext,
    input: unknown,
    keyedRequest: IdempotentRequest | undefined,
  ): Promise<StoredAnswer> {
    const status = contract.answer === null ? 204 : 200;
    // The type of a handler lacks the members that its call does not have, so the handler cannot use them.
    const withContext = (own: Partial<IdempotentCallContext>) =>
      handler(Object.freeze({ ...common, ...own }) as Parameters<typeof handler>[0], input);
    const { signal } = common;
    if (contract.key === undefined) return { status, body: await withContext({}) };
    // Precedes limits and rules, whose result may have changed since the first request.
    const known = keyedRequest && (await options.answers.find(keyedRequest));
    if (known) return known;
    let isDone = false;
    try {
      const body = await withContext({
        once: async (transaction, run) => {
          const result = await options.answers.run(keyedRequest, { name: transaction, status, signal, run });
          isDone = true;
          return result;
        },
      });
      if (keyedRequest && !isDone)
        throw new Error(`${name} has answered a request with a key outside 'once'`);
      return { status, body };
    } catch (error) {
      if (error instanceof DuplicateRequestError) return error.answer;
      throw error;
    }
  }

  /** @throws Error if the members of a refusal differ from the contract */
  function checkMembers({ name }: CallOfScope, { code, members }: ProblemError): void {
    const schema = getProblemMembersSchema(code) ?? Type.Object({});
    if (!Value.Check(Type.Object(schema.properties, { additionalProperties: false }), members)) {
      throw new Error(`${name} refuses with '${code}', whose members break the contract`);
    }
  }

  function createHandler(call: CallOfScope) {
    const { path, contract } = call;
    const readInput = createInputReader(contract, path);
    const declaredCodes = new Set(listProblemCodes(path, contract));
    const bulkheadOfCall = bulkhead(
      options.maxPerCall,
      contract.hashesPassword ? MAX_WAITING_HASH_CALLS : MAX_WAITING_CALLS,
    );
    const answerValidator =
      options.checkAnswers && contract.answer !== null ? Compile(contract.answer) : undefined;

    /**
     * Requires a proof of work while many requests wait for hashing, here or in the web, before this one is
     * queued.
     */
    async function assertHashAdmitted(request: Request, { site }: Partial<Scope>): Promise<void> {
      if (!contract.hashesPassword || !contract.botCheck || !site) return;
      const isCrowded =
        bulkheadOfCall.queueSlots <= MAX_WAITING_HASH_CALLS / 2 ||
        options.passwordHashGate.isQueueHalfFull() ||
        request.get(PASSWORD_HASHING_BUSY_HEADER) !== undefined;
      if (!isCrowded) return;
      await options.passwordHashGate.admit({
        site,
        knownCookie: readVisitorCookies(request).known,
        botCheckToken: request.get(BOT_CHECK_HEADER),
      });
    }

    return async (request: Request, response: Response): Promise<void> => {
      setRequestCall(request, call.name);
      if (path.method !== 'GET' && isCrossSiteRequest(request.headers))
        throw new ProblemError('foreign_request');
      const signal = createDisconnectSignal(response);
      const present = readRequestTime(request, clock);
      const scope: Partial<Scope> = path.scoped
        ? await readScope(request, callsInAnyLanguage.includes(call.name))
        : {};
      const preview = findPreview(request, scope);
      if (preview && contract.isRefusedInPreview) throw new ProblemError('order_in_preview');
      const isPreviewInstant =
        preview !== null && (path.cache !== 'never' || contract.followsPreview === true);
      const now = isPreviewInstant ? preview.instant : present;
      const visitorAddress = readVisitorIpAddress(request);
      const common = { now, log: options.log, visitorAddress, signal, ...scope };
      const newCookies: ResponseCookie[] = [];
      let answer: StoredAnswer;
      try {
        await assertHashAdmitted(request, scope);
        const visitor =
          path.cache === 'never'
            ? await bulkheadOfCall.execute(() => readVisitor(request, call, scope, newCookies), signal)
            : undefined;
        // Follows the authorisation, so that unauthorised callers learn nothing about their input. Precedes
        // the queue, so that no slot waits for a slow body.
        await parseBody(request, response);
        const input = readInput({
          params: request.params,
          query: request.query,
          body: request.body,
          idempotencyKey: request.get(IDEMPOTENCY_KEY_HEADER),
          botCheckToken: request.get(BOT_CHECK_HEADER),
        });
        const { idempotencyKey } = input;
        const keyedRequest =
          typeof idempotencyKey === 'string'
            ? createIdempotentRequest({
                call: call.name,
                siteId: scope.site?.site.siteId,
                caller: visitor ?? anonymousCaller,
                cartCookie: visitor?.cookies.cart ?? null,
                visitorAddress,
                key: idempotencyKey,
                input,
                now: new Date(clock()),
              })
            : undefined;
        answer = await bulkheadOfCall.execute(
          () => handle(call, { ...common, ...visitor }, input, keyedRequest),
          signal,
        );
      } catch (error) {
        // The work has not started or was rolled back, and the client has disconnected.
        if (isTaskCancelledError(error) || (signal.aborted && error === signal.reason)) return;
        if (isBulkheadRejectedError(error))
          throw contract.hashesPassword ? createTooManyAttempts() : createUnavailable();
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
      if (isPreviewInstant) response.set(PREVIEW_HEADER, now.toISOString());
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
