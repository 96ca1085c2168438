// `npm run sample:large -- <folder>`: generates a shop of 20,000 products in four languages from the sample
// shop, for measurements. The same seed generates the same files. Import it with `npm run import --
// <folder>`.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

const sample = path.resolve(import.meta.dirname, '../server/backend/sample-shop/data');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { products: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const [folder] = positionals;
const productCount = Number(values.products);
if (
  folder === undefined ||
  !Number.isSafeInteger(productCount) ||
  productCount < 100 ||
  productCount > 900_000
) {
  console.error('Usage: npm run sample:large -- <folder> [--products 20000] [--seed 1]');
  process.exit(1);
}

const TEXT_LANGUAGES = ['nl', 'de', 'en', 'da'];
const FIRST_PRODUCT_ID = 100_000;

/** Creates a pseudorandom generator of numbers from 0 to 1 (mulberry32). */
function createSeededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const randomNumber = createSeededRandom(Number(values.seed));
const pickRandom = (list) => list[Math.floor(randomNumber() * list.length)];
const isTrueWithChance = (share) => randomNumber() < share;
const round = (value, step) => Math.round(value / step) * step;
/** Varies a list: removes a few values and adds a few others, in the order of all values. */
function varyList(list, all) {
  const varied = all.filter((value) =>
    list.includes(value) ? isTrueWithChance(0.85) : isTrueWithChance(0.08),
  );
  return varied.length > 0 ? varied : list;
}

const SYLLABLE_ONSETS = [
  'b',
  'd',
  'f',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'br',
  'tr',
  'st',
];
const SYLLABLE_VOWELS = ['a', 'e', 'i', 'o', 'u'];
const SYLLABLE_CODAS = ['l', 'n', 'r', 's', 'm', ''];
/** Invents a name that is no word of any language, so that it can be the same in all of them. */
const inventName = () => {
  const word =
    Array.from({ length: 2 }, () => pickRandom(SYLLABLE_ONSETS) + pickRandom(SYLLABLE_VOWELS)).join('') +
    pickRandom(SYLLABLE_CODAS);
  return word[0].toUpperCase() + word.slice(1);
};
const seriesNames = Array.from({ length: 600 }, inventName);

/** Creates an EAN-13 with its check digit, in the number range for internal use. */
function createEan(number) {
  const digits = `29${String(number).padStart(10, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const readJson = async (file) => JSON.parse(await readFile(path.join(sample, file), 'utf8'));
const catalogue = await readJson('catalogue.json');
const texts = new Map();
for (const language of TEXT_LANGUAGES) texts.set(language, await readJson(`texts/${language}.json`));

const baseProducts = catalogue.products.filter(
  ({ productType, variants }) =>
    productType <= 3 && variants.every(({ packaging }) => packaging !== 'digital' && packaging !== 'kit'),
);
const listFieldValues = (field) => [...new Set(catalogue.products.flatMap((product) => product[field]))];
const facetValues = Object.fromEntries(
  ['horseTypes', 'ageGroups', 'applications', 'labour', 'ingredientFlags'].map((field) => [
    field,
    listFieldValues(field),
  ]),
);
const PACK_SIZES_KG = [1, 2.5, 5, 10, 15, 20, 25];
const getWeightClass = (kg) => (kg <= 1 ? '0-1' : kg <= 5 ? '1-5' : kg <= 15 ? '5-15' : '15-25');

/** Parts of a feed, of which the sum is at most 100 %. */
const PARTS = ['crudeProtein', 'crudeFat', 'crudeFibre', 'crudeAsh', 'moisture'];

/** Returns an analysis with other starch and sugar, which fit into what the other parts leave. */
function varyStarchAndSugar(base) {
  const vary = (percent) => Math.max(0.5, round(percent * (0.5 + randomNumber()), 0.1));
  const [starch, sugar] = [vary(base.starch), vary(base.sugar)];
  const rest = 99.5 - PARTS.reduce((sum, part) => sum + (base[part] ?? 0), 0);
  return starch + sugar <= rest ? { ...base, starch, sugar } : base;
}

/** The import refuses the mark above 12 % of starch and sugar. */
const isLowInSugar = (analytical) => analytical && analytical.starch + analytical.sugar <= 12;

function createProduct(number) {
  const base = pickRandom(baseProducts);
  const id = FIRST_PRODUCT_ID + number;
  const [first] = base.variants;
  const isByWeight = first.content.unit === 'kg';
  const kg = isByWeight ? pickRandom(PACK_SIZES_KG) : first.content.value;
  const euroPerUnit = first.priceExclVat / first.content.value;
  const amount = Math.max(1, euroPerUnit * kg * (0.7 + randomNumber() * 0.8));
  const analytical = base.analytical && varyStarchAndSugar(base.analytical);
  const { horseTypes, ageGroups, applications, labour, ingredientFlags } = base;
  const product = {
    ...base,
    id,
    key: `${base.key}-${number}`,
    horseTypes: horseTypes.length > 0 ? varyList(horseTypes, facetValues.horseTypes) : [],
    ageGroups: ageGroups.length > 0 ? varyList(ageGroups, facetValues.ageGroups) : [],
    applications: applications.length > 0 ? varyList(applications, facetValues.applications) : [],
    labour: labour.length > 0 ? varyList(labour, facetValues.labour) : [],
    ingredientFlags: (base.productType === 2
      ? varyList(ingredientFlags, facetValues.ingredientFlags)
      : ingredientFlags
    ).filter((flag) => flag !== 'low-sugar' || isLowInSugar(analytical)),
    weightClass: isByWeight ? getWeightClass(kg) : base.weightClass,
    isNew: isTrueWithChance(0.04),
    analytical,
    variants: [
      {
        ...first,
        id: FIRST_PRODUCT_ID + number,
        articleNumber: `9${String(number).padStart(7, '0')}`,
        ean: createEan(number),
        content: { ...first.content, value: kg },
        netWeightG: isByWeight ? kg * 1000 : first.netWeightG,
        grossWeightKg: isByWeight ? Math.round(kg * 1.02 * 100) / 100 : first.grossWeightKg,
        priceExclVat: Math.round(amount * 100) / 100,
        isDefault: true,
        stock: isTrueWithChance(0.05) ? 0 : Math.floor(randomNumber() * 300) + 1,
      },
    ],
  };
  return { product, base, name: pickRandom(seriesNames), second: pickRandom(seriesNames) };
}

for (let number = 1; catalogue.products.length < productCount; number += 1) {
  const { product, base, name, second } = createProduct(number);
  catalogue.products.push(product);
  for (const language of TEXT_LANGUAGES) {
    const { products } = texts.get(language);
    const text = products[base.key];
    products[product.key] = {
      ...text,
      name: `${name} ${text.name}`,
      body: `${name} ${second}. ${text.body}`,
      urlSlug: `${text.urlSlug}-${number}`,
    };
  }
}

const sitesFile = await readJson('sites.json');
const codeByLanguageId = new Map(sitesFile.languages.map(({ languageId, code }) => [languageId, code]));
// Only sites with these languages.
const sites = sitesFile.sites.filter((site) =>
  site.languages.every(({ languageId }) => TEXT_LANGUAGES.includes(codeByLanguageId.get(languageId))),
);

await mkdir(path.join(folder, 'texts'), { recursive: true });
for (const file of [
  'countries.json',
  'articles.json',
  'group.json',
  'search-synonyms.json',
  'landing-pages.json',
  'price-history.json',
  'pickup-points.json',
  'dealers.json',
  'promotions.json',
]) {
  await cp(path.join(sample, file), path.join(folder, file));
}
await writeFile(path.join(folder, 'sites.json'), JSON.stringify({ ...sitesFile, sites }));
await writeFile(path.join(folder, 'catalogue.json'), JSON.stringify(catalogue));
for (const [language, text] of texts) {
  await writeFile(path.join(folder, `texts/${language}.json`), JSON.stringify(text));
}
console.log(
  `${catalogue.products.length} products in ${TEXT_LANGUAGES.length} languages for ${sites.length} sites in ${folder}\n` +
    `Import them: npm run import -- ${folder}`,
);
