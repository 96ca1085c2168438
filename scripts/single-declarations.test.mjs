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
    home: 'server/backend/commerce/orders/order-actions.ts',
    declaration: /const MAX_TRACKING_URL_LENGTH\b/,
    allowsTests: true,
  },
  {
    fact: 'the number of dead items listed',
    home: 'server/backend/core/queue/dead-items.ts',
    declaration: /const MAX_LISTED_DEAD\b/,
    allowsTests: true,
  },
  {
    fact: 'the pieces of a low stock',
    home: 'server/backend/catalogue/stock/service.ts',
    declaration: /const MAX_(?:LOW_STOCK|DISPLAYED)_PIECES\b/,
    allowsTests: true,
  },
  {
    fact: 'the size of a laboratory file',
    home: 'server/backend/nutrition/lab-results/import-lab-file.ts',
    declaration: /const MAX_LAB_FILE_BYTES\b/,
    allowsTests: true,
  },
  {
    fact: 'the size of the picture of a text',
    home: 'server/backend/content/pictures/service.ts',
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
    home: 'server/backend/catalogue/search/memory/word-index.ts',
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
    home: 'server/backend/core/http/read-scope.ts',
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
    home: 'server/backend/core/database/locks.ts',
    declaration: /\b4_273_\d{3}\b/,
    allowsTests: true,
  },
  {
    fact: 'the column type of bytes',
    home: 'server/backend/core/database/column-types.ts',
    declaration: /'bytea'/,
    allowsTests: true,
  },
  {
    fact: 'the escape of patterns',
    home: 'server/backend/core/database/escape-like.ts',
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
    home: 'server/backend/core/audit/audit.ts',
    declaration: /\{\s*readonly actor: Actor;\s*readonly now: Date;?\s*\}/,
    allowsTests: true,
  },
  {
    fact: 'the lock of an order',
    home: 'server/backend/commerce/orders/queries.ts',
    declaration: /function lockOrder\b/,
    allowsTests: true,
  },
  {
    fact: 'the numbers of orders and invoices',
    home: 'server/backend/commerce/orders/number-series.ts',
    declaration: /function takeNextNumber\b/,
    allowsTests: true,
  },
  {
    fact: 'the code of a country',
    home: 'server/backend/sites/countries/queries.ts',
    declaration: /function findRegionCode\b/,
    allowsTests: true,
  },
  {
    fact: 'the retry delays of work that customers wait for',
    home: 'server/backend/core/queue/attempts.ts',
    declaration: /\[1, 5, 15, 60, 240\b/,
    allowsTests: true,
  },
  {
    fact: 'the form of the token of a link',
    home: 'shared/rules/link-token.ts',
    declaration: /\^\[\\w-\]\{43\}\$/,
    allowsTests: true,
  },
  {
    fact: 'the numbers of seconds and milliseconds of a day, an hour and a minute',
    home: 'shared/rules/durations.ts',
    declaration:
      /\b24 \* 60 \* 60\b|\bDAY_SECONDS = |(?:Ms|MS|_SECONDS)\b(?: =|:) (?:\d+ \* )*(?:60_000|3_600_000|86_400_000|86_400)\b/,
    allowsTests: true,
  },
  {
    fact: 'the check for a calendar date',
    home: 'shared/rules/calendar-date.ts',
    declaration: /function (?:isDay|isCalendarDate)\b|const (?:isDay|isCalendarDate) = \(/,
  },
  {
    fact: 'the local time of an instant',
    home: 'shared/rules/local-moment.ts',
    declaration: /formatToParts\((?:at|moment|instant)\)/,
  },
  {
    fact: 'the payment methods that take days',
    home: 'shared/rules/orders/payment-period.ts',
    declaration: /(?:const|function) isSlowPaymentMethod\b/,
  },
  {
    fact: 'the length of a key',
    home: 'shared/rules/slug-pattern.ts',
    declaration:
      /const MAX_(?:PROMOTION_)?KEY_LENGTH\b|Key(?:\.length > 80\b| = \(?.*maxLength: 80\b.*SLUG_PATTERN| = \(?.*SLUG_PATTERN.*maxLength: 80\b)/,
  },
  {
    fact: 'the lines of an address of an order',
    home: 'server/backend/commerce/orders/documents/address-lines.ts',
    declaration: /function listAddressLines\b/,
  },
  {
    fact: 'the scheme of a URL in settings',
    home: 'server/platform/environment.ts',
    declaration: /function parseScheme\b/,
  },
  {
    fact: 'the refusal of an unreadable body on the admin port',
    home: 'server/platform/refuse-unreadable-body.ts',
    declaration: /(?:_error|_err), _?request, response, _next\) => \{\s*response\.status\(400\)/,
    allowsTests: true,
  },
  {
    fact: 'the version of the imported shop',
    home: 'server/backend/shop-store/import-version.ts',
    declaration: /max\(\$\{shopImport\.shopImportId\}\)/,
  },
  {
    fact: 'the paths that exist in every shop',
    home: 'shared/rules/static-path.ts',
    declaration: /canonicalisedPaths\.includes\(/,
  },
  {
    fact: 'the type of a value that may be absent',
    home: 'shared/contract/primitives.ts',
    declaration: /const Nullable\b/,
  },
  {
    fact: 'the last day of a gift card',
    home: 'server/backend/commerce/gift-cards/last-day.ts',
    declaration: /const toLastDay\b/,
  },
  {
    fact: 'the format of a moment in the output of commands',
    home: 'server/backend/core/cli/utc-minute.ts',
    declaration: /\.slice\(0, 16\)\.replace\('T', ' '\)/,
    allowsTests: true,
  },
  {
    fact: 'the seeded generator of the tests',
    home: 'test/fixtures/seeded-random.ts',
    declaration: /function createSeededRandom\b|1_103_515_245|1_664_525|0x6d2b79f5/,
  },
  {
    fact: 'the clock of a test',
    home: 'test/fixtures/test-clock.ts',
    declaration: /(?:const|function) advanceClock\b|advanceClock: \(/,
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
