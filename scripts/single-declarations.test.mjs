import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isTestFile, readTypeScriptSources, stripComments } from './source-files.mjs';

const projectRoot = path.resolve(import.meta.dirname, '..');
const uncommentedSources = readTypeScriptSources(projectRoot, [
  'client',
  'scripts',
  'server',
  'shared',
  'test',
]).map(({ file, source }) => ({
  file,
  code: stripComments(source),
}));

/** Facts that are declared once: where, and how a second declaration looks. */
const singleDeclarations = [
  {
    fact: 'the milliseconds of a minute, an hour and a day',
    home: 'shared/rules/durations.ts',
    declaration: /const (?:SECOND|MINUTE|HOUR|DAY)_MS\b/,
  },
  {
    fact: 'the type of the corporate site',
    home: 'shared/rules/site-type.ts',
    declaration: /const CORPORATE\b|\btype [!=]== 2\b|\.type [!=]== 2\b/,
    allowsTests: true,
  },
  {
    fact: 'the check for requests from pages of other sites',
    home: 'server/platform/cross-site-request.ts',
    declaration: /['"]same-origin['"] && /,
    allowsTests: true,
  },
  {
    fact: 'the names of the brands',
    home: 'shared/rules/brand-name.ts',
    declaration: /'Havero Group'|['"(|](?:Havero|havero)['"]?(?:,|\||, type) ?['"]?(?:Hafero|hafero)\b/,
    allowsTests: true,
  },
  {
    fact: 'the length of a search term',
    home: 'shared/rules/search-term-length.ts',
    declaration: /const MAX\w*TERM_LENGTH\b|maxi?(?:mum)?TermLength/,
    allowsTests: true,
  },
  {
    fact: 'the length of the name of a horse',
    home: 'shared/rules/feed-advice/advice-query.ts',
    declaration: /const MAX_HORSE_NAME_LENGTH\b/,
    allowsTests: true,
  },
  {
    fact: 'the length of a mailbox address',
    home: 'shared/rules/email-address.ts',
    declaration: /const MAX_EMAIL_ADDRESS_LENGTH\b|maxLength=\{254\}/,
    allowsTests: true,
  },
  {
    fact: 'the length of a tracking URL',
    home: 'server/backend/modules/orders/order-actions.ts',
    declaration: /const MAX_TRACKING_URL_LENGTH\b/,
    allowsTests: true,
  },
  {
    fact: 'the number of dead items listed',
    home: 'server/backend/queue/drain-queue.ts',
    declaration: /const MAX_LISTED_DEAD\b/,
    allowsTests: true,
  },
  {
    fact: 'the pieces of a low stock',
    home: 'server/backend/modules/stock/service.ts',
    declaration: /const MAX_(?:LOW_STOCK|DISPLAYED)_PIECES\b/,
    allowsTests: true,
  },
  {
    fact: 'the size of a laboratory file',
    home: 'server/backend/modules/lab-results/import-lab-file.ts',
    declaration: /const MAX_LAB_FILE_BYTES\b/,
    allowsTests: true,
  },
  {
    fact: 'the size of the picture of a text',
    home: 'server/backend/catalogue-import/text-pictures.ts',
    declaration: /const MAX_TEXT_PICTURE_BYTES\b/,
    allowsTests: true,
  },
  {
    fact: 'the keys of a purge',
    home: 'shared/rules/surrogate-key.ts',
    declaration: /const (?:MAX_PURGED_KEYS|maxKeys)\b/,
    allowsTests: true,
  },
  {
    fact: 'the size of headers',
    home: 'server/platform/max-header-bytes.ts',
    declaration: /const (?:MAX_HEADER_BYTES|maxHeaderBytes)\b/,
    allowsTests: true,
  },
  {
    fact: 'the weight of a word',
    home: 'server/backend/modules/search/terms/word-index.ts',
    declaration: /const MAX_WEIGHT\b/,
    allowsTests: true,
  },
  {
    fact: 'the delay of a typed weight',
    home: 'client/features/feed-advice/weight-debounce.ts',
    declaration: /const (?:WEIGHT_)?DEBOUNCE_MS\b/,
    allowsTests: true,
  },
  {
    fact: 'the range of instants',
    home: 'server/backend/http/read-scope.ts',
    declaration: /const (?:FIRST|LAST)_INSTANT\b/,
    allowsTests: true,
  },
  {
    fact: 'the form of a key',
    home: 'shared/rules/slug-pattern.ts',
    declaration: /\^\[a-z0-9\]\+\(-\[a-z0-9\]\+\)\*\$/,
    allowsTests: true,
  },
  {
    fact: 'the form of a UUID',
    home: 'shared/rules/uuid.ts',
    declaration: /\{8\}-?\(?(?:\?:)?-?\[(?:0-9|\\d)a-f\]\{4\}/,
    allowsTests: true,
  },
  {
    fact: 'the numbers of advisory locks',
    home: 'server/backend/database/locks.ts',
    declaration: /\b4_273_\d{3}\b/,
    allowsTests: true,
  },
  {
    fact: 'the column type of bytes',
    home: 'server/backend/database/column-types.ts',
    declaration: /'bytea'/,
    allowsTests: true,
  },
  {
    fact: 'the escape of patterns',
    home: 'server/backend/database/escape-like.ts',
    declaration: /\[\\\\%_\]/,
    allowsTests: true,
  },
  {
    fact: 'the check for an object',
    home: 'shared/rules/json-object.ts',
    declaration: /(?:const|function) (?:isObject|getMember|sortMembers)\b/,
    allowsTests: true,
  },
  {
    fact: 'the context of a change',
    home: 'server/backend/audit/audit.ts',
    declaration: /\{\s*readonly actor: Actor;\s*readonly now: Date;?\s*\}/,
    allowsTests: true,
  },
  {
    fact: 'the lock of an order',
    home: 'server/backend/modules/orders/queries.ts',
    declaration: /function lockOrder\b/,
    allowsTests: true,
  },
  {
    fact: 'the numbers of orders and invoices',
    home: 'server/backend/modules/orders/number-series.ts',
    declaration: /function takeNumber\b/,
    allowsTests: true,
  },
  {
    fact: 'the code of a country',
    home: 'server/backend/modules/countries/queries.ts',
    declaration: /function findRegionCode\b/,
    allowsTests: true,
  },
  {
    fact: 'the retry delays of work that customers wait for',
    home: 'server/backend/queue/retry-delays.ts',
    declaration: /\[1, 5, 15, 60, 240\b/,
    allowsTests: true,
  },
  {
    fact: 'the form of the token of a link',
    home: 'shared/rules/link-token.ts',
    declaration: /\^\[\\w-\]\{43\}\$/,
    allowsTests: true,
  },
];

describe('a declaration with a single source', () => {
  it.each(singleDeclarations)('is $fact: only $home declares it', ({ home, declaration, allowsTests }) => {
    const places = uncommentedSources
      .filter(({ file, code }) => declaration.test(code) && !(allowsTests && isTestFile(file)))
      .map(({ file }) => file);
    expect(places).toEqual([home]);
  });
});
