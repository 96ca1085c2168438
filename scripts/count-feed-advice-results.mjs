// `node scripts/count-feed-advice-results.mjs`: counts the results of the feeding model for every combination of
// product, horse type, work level and roughage at the reference weight: rations, refusals by reason, warnings
// by type. Prices are those of the Dutch site.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { advise } from '../shared/rules/feed-advice/feed-advice.ts';
import { horseTypes, roughageTypes, workLevels } from '../shared/rules/feed-advice/feed-model.ts';

const data = path.resolve(import.meta.dirname, '../server/backend/sample-shop/data');
const readSampleFile = (name) => JSON.parse(readFileSync(path.join(data, name), 'utf8'));
const model = readSampleFile('feed-model.json');
const { products } = readSampleFile('catalogue.json');

const refusalCounts = new Map();
const warnings = new Map();
const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
let advised = 0;
let questionCount = 0;
for (const { feedAdvice, horseTypes: types, analytical, variants } of products) {
  const pack = variants.find(({ isDefault }) => isDefault) ?? variants[0];
  const { starch = 0, crudeProtein = 0, energyDE = 0 } = analytical ?? {};
  for (const horseType of horseTypes) {
    for (const workLevel of workLevels) {
      for (const roughage of roughageTypes) {
        const answer = advise(
          model,
          { dose: feedAdvice, horseTypes: types, starch, crudeProtein, energyDE },
          { netWeightGrams: pack.netWeightG ?? 1, priceInclVat: Math.round(pack.priceExclVat * 121) },
          { horseType, weightKg: null, workLevel, roughage },
        );
        questionCount += 1;
        if (answer.determined) {
          advised += 1;
          for (const warning of answer.advice.warnings) count(warnings, warning);
        } else count(refusalCounts, answer.reason);
      }
    }
  }
}

const printShares = (map, whole) => {
  for (const [key, amount] of [...map].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`  ${key}: ${amount} (${((100 * amount) / whole).toFixed(1)} %)\n`);
};
process.stdout.write(
  `${questionCount} combinations, ${advised} advised (${((100 * advised) / questionCount).toFixed(1)} %)\nrefused:\n`,
);
printShares(refusalCounts, questionCount);
process.stdout.write('share of rations with a warning:\n');
printShares(warnings, advised);
