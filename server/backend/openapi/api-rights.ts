import type { CallContract, CallNeed } from '../../../shared/contract/call-contract.ts';
import { callContracts } from '../../../shared/contract/calls.ts';
import type { CallPath } from '../../../shared/contract/paths/call-path.ts';
import { type CallName, callPaths } from '../../../shared/contract/paths.ts';
import { type ProblemCode, problemKinds } from '../../../shared/contract/problem.ts';
import { listProblemCodes } from '../../../shared/contract/problem-codes.ts';

const callers: Readonly<Record<CallNeed, string>> = {
  open: 'anybody',
  cart: 'who has the id of a cart of the site',
  session: 'a signed-in customer',
  freshSession: 'a signed-in customer who has just given the password',
  keeper: 'an employee of the shop',
};

const ttls: Readonly<Record<CallPath['cache'], string>> = {
  long: '15 minutes',
  short: '2 seconds',
  never: 'never',
};

function formatCodes(codes: readonly ProblemCode[]): string {
  const byStatus = Map.groupBy(codes, (code) => problemKinds[code].status);
  return [...byStatus]
    .map(([status, ofStatus]) => `${status} ${ofStatus.map((code) => `\`${code}\``).join(', ')}`)
    .join(' · ');
}

/**
 * Renders the authorisation table as Markdown: every call with its authorisation, its responses, and whether
 * it is idempotent.
 */
export function renderApiRights(): string {
  const calls = (Object.keys(callPaths) as CallName[]).map((name) => {
    const path: CallPath = callPaths[name];
    const contract: CallContract = callContracts[name];
    return { name, path, contract, codes: listProblemCodes(path, contract) };
  });
  const ofEvery = (calls[0]?.codes ?? []).filter((code) => calls.every(({ codes }) => codes.includes(code)));
  const rows = calls.map(({ name, path, contract, codes }) =>
    [
      `\`${name}\``,
      `\`${path.method} ${path.path}\``,
      callers[contract.needs],
      path.scoped ? 'yes' : 'no',
      contract.isIdempotent ? 'harmless' : 'counts again',
      ttls[path.cache],
      contract.answer === null ? '204' : '200',
      formatCodes(codes.filter((code) => !ofEvery.includes(code))),
    ].join(' | '),
  );
  return [
    '# Who may make which call',
    '',
    'Written by `npm run api-rights` from `shared/contract/`; a test fails where the two differ. What the words mean: [the API](api.md).',
    '',
    `Every call may also answer ${formatCodes(ofEvery)}.`,
    '',
    '| call | method and path | who | of a site | a repeat | kept | success | refusals |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}
