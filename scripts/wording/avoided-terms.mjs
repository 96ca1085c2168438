/**
 * Terms that comments, names of tests and documents avoid, each with the standard term (CONTRIBUTING.md, "Language").
 *
 * @type {readonly { pattern: RegExp, instead: string }[]}
 */
export const terms = [
  { pattern: /\bwhoever\b/i, instead: 'the visitor, the caller, the customer who …' },
  { pattern: /\bnobody(?:'s)?\b/i, instead: 'no one, "no account", "not used"' },
  { pattern: /\bsomebody(?:'s)?\b/i, instead: 'a visitor, another customer, a staff member' },
  { pattern: /\banew\b/i, instead: 'again' },
  {
    pattern: /\b(?:is|are|was|were|been|be) told\b|\btold (?:of|by|to|as|that|in|with)\b/i,
    instead: 'notified, shown, reported',
  },
  { pattern: /\btells?\b/i, instead: 'shows, returns, reports' },
  { pattern: /\bbegun\b/i, instead: 'started' },
  { pattern: /\bmend(?:ed|ing|s)?\b/i, instead: 'fix' },
  { pattern: /\bshall\b/i, instead: 'must, will' },
  { pattern: /\bof late\b/i, instead: 'recent' },
  { pattern: /\bput down\b/i, instead: 'record, document' },
  { pattern: /\blaid\b/i, instead: 'stored, placed' },
  { pattern: /\bbe had\b/i, instead: 'available' },
  { pattern: /\bbesides?\b/i, instead: 'next to, in addition to' },
  { pattern: /\b(?:no|any) more\b(?! than| packs)/i, instead: 'no longer; "no further"' },
  { pattern: /\bone after the other\b/i, instead: 'sequentially' },
  { pattern: /\bby itself\b/i, instead: 'alone, automatically' },
  { pattern: /\bgoes? along\b/i, instead: 'is included, follows' },
  { pattern: /\breckon(?:s|ed)?\b/i, instead: 'calculate' },
  { pattern: /\bways? on\b/i, instead: 'next links' },
  { pattern: /\bgives? way\b/i, instead: 'yields, is hidden' },
  { pattern: /\bstands? (?:in|on|at|below|above|there|again|alone|what|who|the)\b/i, instead: 'is' },
  { pattern: /\bkept\b(?! open)/i, instead: 'cached, stored, retained' },
  { pattern: /\bwalls?\b(?! time)/i, instead: 'module boundaries' },
  { pattern: /\bnouns?\b/i, instead: 'module, resource' },
  { pattern: /\bkeepers?\b/i, instead: 'staff member, back office, admin' },
  { pattern: /\bpapers\b/i, instead: 'invoices and credit notes' },
  { pattern: /\bstranger(?:s|'s)?\b/i, instead: 'anonymous visitor, third party' },
  { pattern: /\bpatien(?:ce|t)\b/i, instead: 'timeout, deadline' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  { pattern: /\bthat instant\b/i, instead: 'point in time' },
];
