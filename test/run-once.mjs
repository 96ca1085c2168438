/**
 * Files of `integration/` that prove what pages, mails and lists say, or who is let in. What they ask of the database other files
 * ask of both, so that one database is enough for them: the server where there is one, which is the faster, else the embedded one.
 */
const RUN_ONCE = [
  'account-mails',
  'address-lookups',
  'backend-crawlers',
  'call-rights',
  'check-labels',
  'check-legal',
  'content-pages',
  'dealer-pages',
  'feed-advice-pages',
  'feed-figures',
  'guarantee-notice',
  'hostile-texts',
  'keeper-log',
  'keeper-pages',
  'keeper-rights',
  'keeper-texts-pages',
  'lab-mails',
  'lab-result-pages',
  'price-change',
  'product-safety',
  'product-words',
  'return-pages',
  'sites-without-tests',
];

/** As jest takes it: their paths. */
export const runOncePattern = `/integration/(${RUN_ONCE.join('|')})\\.test\\.ts$`;
