// The import rules of docs/architecture.md, for dependency-cruiser: `npm run boundaries`

const TEST_FILE_PATTERN = '[.]test[.]tsx?$';
/** Files of the contract that the browser loads: no schemas, and nothing that needs one. */
const SCHEMA_FREE_CONTRACT_PATTERN = '^shared/contract/(paths/|(paths|cookies|request-headers)[.]ts$)';
const TYPEBOX_PATH_PATTERN = '(^|node_modules/)typebox(/|$)';
const REACT_PACKAGES_PATTERN =
  '(^|node_modules/)(react|react-dom|react-router|react-helmet-async|@loadable/(component|server))(/|$)';
/** What renders static HTML. */
const STATIC_REACT_PATTERN = '(^|node_modules/)(react|react-dom/server[^/]*)(/|$)';
/** A module of the backend: a folder in one of its domains. */
const MODULE_PATTERN = '(?:sites|customers|content|catalogue|nutrition|commerce|service-desk)/[^/]+';
/** `$1` in `to` is the module of the importing file. A file outside the modules has none, and matches none. */
const BACKEND_PATTERNS = [`^server/backend/(${MODULE_PATTERN})/`, `^server/backend/(?!${MODULE_PATTERN}/)`];
const OWN_MODULE_PATTERN = '^server/backend/$1/';
/** The import writes all tables, and so do commands. `schema.ts` lists them. */
const WRITERS_OF_ALL_TABLES_PATTERN =
  '^server/backend/((import-export|schema)/|app/(command-list|standalone-payment-reconciler|[a-z]+-command)[.]ts$)';
/** The composition passes to modules what others provide for them. */
const COMPOSITION_PATTERN = '^server/backend/app/(shop-modules|order-changer)[.]ts$';
/** A folder that owns tables. */
const TABLE_OWNER_PATTERN = `(?:${MODULE_PATTERN}|core/[^/]+|shop-store)`;
/** The search reads all texts of the shop. */
const SEARCH_PATTERN = '^server/backend/catalogue/search/';
/** The rooms of the backend from the lowest floor to the highest, with the reason why none imports a higher one. */
const BACKEND_FLOORS = [
  ['core', 'core serves every domain and knows none: a domain registers what core works with'],
  ['sites', 'every domain needs site and language, and these need no domain'],
  ['shop-store', 'the records of the shop are checked without the rows that are made of them'],
  ['customers', 'an account exists without an order: what an order does to it is registered'],
  ['content', 'pages and menus name products by id, and know nothing of their prices and stock'],
  ['catalogue', 'a product is described, priced and found without a cart'],
  ['nutrition', 'advice and laboratory results are about products, and know no order'],
  ['commerce', 'carts, orders and payments use everything that is sold'],
  ['service-desk', 'staff work with customers and orders, which do not depend on that'],
  ['schema', 'the list of all tables stands above the rooms that own them'],
  ['import-export', 'the import writes all tables; no domain depends on where records come from'],
  ['app', 'the composition knows everything, and nothing knows it'],
];
export const BACKEND_FLOOR_NAMES = BACKEND_FLOORS.map(([name]) => name);
/** Foreign keys: a table may refer to a table of a higher floor. */
const TABLES_PATTERN = '/tables[.]ts$';
const MODULE_IMPORT_REASON =
  'other modules import queries.ts, views.ts, service.ts, types.ts, module.ts and order-reactions.ts of a module only';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'shared-knows-neither-side',
      comment: 'shared runs on both sides and knows neither client nor server',
      from: { path: '^shared/' },
      to: { path: '^(client|server)/' },
    },
    {
      name: 'pure-rules',
      comment: 'shared/rules holds pure rules and imports nothing but itself',
      from: { path: '^shared/rules/', pathNot: TEST_FILE_PATTERN },
      to: { pathNot: '^shared/rules/' },
    },
    {
      name: 'schema-free-contract',
      comment: 'the browser loads these tables, so they import nothing but each other',
      from: { path: SCHEMA_FREE_CONTRACT_PATTERN, pathNot: TEST_FILE_PATTERN },
      to: { pathNot: SCHEMA_FREE_CONTRACT_PATTERN },
    },
    {
      name: 'no-schemas-in-the-browser',
      comment: 'the browser loads no schemas: import the type, or what is beside the paths',
      from: { path: '^(client|shared/api)/', pathNot: TEST_FILE_PATTERN },
      to: {
        path: [TYPEBOX_PATH_PATTERN, '^shared/contract/'],
        pathNot: SCHEMA_FREE_CONTRACT_PATTERN,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-node-in-the-browser',
      comment: 'this code runs in the browser, which has no Node',
      from: { path: '^(shared|client)/', pathNot: TEST_FILE_PATTERN },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'client-without-server',
      comment: 'the client never imports the server: it would end up in the browser',
      from: { path: '^client/' },
      to: { path: '^server/' },
    },
    {
      name: 'backend-without-web',
      comment: 'the backend runs without the web, and knows nothing of pages',
      from: { path: '^server/backend/' },
      to: { path: '^(client|server/web)/' },
    },
    {
      name: 'web-over-http',
      comment:
        'the web reaches the backend over HTTP only, as an anonymous visitor; it may be another company’s',
      from: { path: '^server/web/' },
      to: { path: '^server/backend/' },
    },
    {
      name: 'platform-at-the-bottom',
      comment: 'the platform is below both processes',
      from: { path: '^server/platform/' },
      to: { path: '^(client|server/(web|backend))/' },
    },
    {
      name: 'module-internals',
      comment: MODULE_IMPORT_REASON,
      from: {
        path: BACKEND_PATTERNS,
        pathNot: [TEST_FILE_PATTERN, WRITERS_OF_ALL_TABLES_PATTERN, COMPOSITION_PATTERN],
      },
      to: {
        path: `^server/backend/${MODULE_PATTERN}/`,
        pathNot: [
          OWN_MODULE_PATTERN,
          '/(queries|views|service|types|module|tables|payment-settings|order-reactions)[.]ts$',
        ],
      },
    },
    {
      name: 'backend-circles',
      comment:
        'files that import each other cannot be understood or moved one at a time; only tables refer to each other, by foreign keys',
      from: { path: '^server/backend/', pathNot: [TEST_FILE_PATTERN, TABLES_PATTERN] },
      to: { circular: true },
    },
    {
      name: 'module-tables',
      comment:
        'the tables of a module are imported only inside it, by other tables.ts files for foreign keys, and by schema/: others use its queries.ts and views.ts',
      from: {
        path: [`^server/backend/(${TABLE_OWNER_PATTERN})/`, `^server/backend/(?!${TABLE_OWNER_PATTERN}/)`],
        pathNot: [TEST_FILE_PATTERN, WRITERS_OF_ALL_TABLES_PATTERN, TABLES_PATTERN, SEARCH_PATTERN],
      },
      to: {
        path: '^server/backend/.+/tables[.]ts$',
        // One statement writes a mail with its item, and one reads the work of payments with its refunds.
        pathNot: [OWN_MODULE_PATTERN, '^server/backend/core/queue/'],
      },
    },
    ...BACKEND_FLOORS.slice(0, -1).flatMap(([name, reason], floor) => {
      const higherFloors = `^server/backend/(${BACKEND_FLOOR_NAMES.slice(floor + 1).join('|')})/`;
      return [
        {
          name: `backend-floor-${name}`,
          comment: reason,
          from: { path: `^server/backend/${name}/`, pathNot: [TEST_FILE_PATTERN, TABLES_PATTERN] },
          to: { path: higherFloors },
        },
        {
          name: `backend-floor-${name}-tables`,
          comment: reason,
          from: { path: `^server/backend/${name}/.*tables[.]ts$` },
          to: { path: higherFloors, pathNot: TABLES_PATTERN },
        },
      ];
    }),
    {
      name: 'design-system',
      comment: 'the design system knows nothing of shops: give it props',
      from: { path: '^client/ui/' },
      to: { path: '^(client/(features|pages|store)|shared/api)/' },
    },
    {
      name: 'features-apart',
      comment: 'a feature imports no other feature: a page composes them, and what two share moves down',
      from: { path: '^client/features/([^/]+)' },
      to: { path: '^client/features/', pathNot: '^client/features/$1(/|$)' },
    },
    {
      name: 'features-below-pages',
      comment: 'pages use features, not the other way round',
      from: { path: '^client/features/' },
      to: { path: '^client/pages/' },
    },
    {
      name: 'no-scripts-in-the-shop',
      comment: 'the shop knows nothing of how it is developed: nothing of scripts/ may reach a build',
      from: { path: '^(client|server|shared)/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'react-in-client',
      comment: 'React lives in client/, in server/web/render and in the pages of the backend only',
      from: { pathNot: '^(client|server/web/render|server/backend|scripts/dev|test)/' },
      to: { path: REACT_PACKAGES_PATTERN },
    },
    {
      name: 'static-react-in-backend',
      comment: 'the backend renders pages without a client: it uses react and react-dom/server only',
      from: { path: '^server/backend/' },
      to: { path: REACT_PACKAGES_PATTERN, pathNot: STATIC_REACT_PATTERN },
    },
    {
      name: 'no-missing-files',
      comment: 'this file does not exist, so no rule applies to it',
      from: { path: '^(client|server|shared)/' },
      // No rule is about imports of test/, and a copy of the project without tests is checked as well.
      to: { couldNotResolve: true, path: '^[.]', pathNot: '^([.][.]/)+test/' },
    },
  ],
  options: {
    // Reads TypeScript and keeps imports of types. The parser 'tsc' needs TypeScript 6 or older.
    parser: 'swc',
    tsPreCompilationDeps: true,
    // Declarations of plain JavaScript, which swc refuses.
    exclude: { path: '^server/.*[.]d[.]mts$' },
    doNotFollow: { path: ['(^|/)node_modules/', '^test/', '[.](css|json|txt)$'] },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import'] },
  },
};
