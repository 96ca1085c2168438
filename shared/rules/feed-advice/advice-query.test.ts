import { describe, expect, it } from '@jest/globals';
import {
  type AdviceRequest,
  createAdviceQuery,
  parseAdviceQuery,
  toAdviceAnswers,
  toAdviceQuestion,
} from './advice-query.ts';
import { emptyAdviceAnswers } from './empty-advice-answers.ts';

const parseQuery = (query: string) => parseAdviceQuery(new URLSearchParams(query));
const parseQuestion = (query: string) => {
  const answers = parseQuery(query);
  if (answers === 'breeding') throw new Error('Expected a query without breeding type');
  return toAdviceQuestion(answers);
};
const resultKey = 'Abcdefghijklmnopqrst_-';
const light = 'type=horse&work=light&roughage=hay';

describe('parseAdviceQuery and createAdviceQuery', () => {
  it('represent the answers of the form, without empty fields', () => {
    const answers = parseQuery('type=pony&weight=300&work=none&roughage=silage&product=12&rqs=&dm=');
    expect(answers).toEqual({
      ...emptyAdviceAnswers,
      type: 'pony',
      weight: '300',
      work: 'none',
      roughage: 'silage',
      product: 12,
    });
    expect(createAdviceQuery(answers as typeof emptyAdviceAnswers)).toBe(
      '?product=12&roughage=silage&type=pony&weight=300&work=none',
    );
    expect(parseQuery('')).toEqual(emptyAdviceAnswers);
    expect(createAdviceQuery(emptyAdviceAnswers)).toBe('');
  });

  it.each([
    'type=unicorn',
    'work=extreme',
    'roughage=straw',
    'product=0',
    'product=-1',
    'product=1.5',
    'product=a',
    'product=9999999999',
    `rqs=${resultKey}x`,
    `rqs=${resultKey.slice(1)}`,
    'rqs=%3Cb%3E',
    'type=__proto__',
    'work=constructor',
  ])('ignore %s and retain the other answers', (query) => {
    expect(parseQuery(`${query}&weight=450`)).toEqual({ ...emptyAdviceAnswers, weight: '450' });
  });

  it.each([
    ['horse=Bella', 'Bella'],
    ['horse=%20Bella%0A%E2%80%AEblue%20', 'Bella blue'],
    [`horse=${'x'.repeat(60)}`, 'x'.repeat(50)],
    [`horse=${encodeURIComponent('🐴'.repeat(51))}`, '🐴'.repeat(50)],
    ['horse=%3Cb%3E', '<b>'],
    ['horse=', ''],
  ])('read the name of the horse in one line of at most 50 characters: %s', (query, name) => {
    expect(parseQuery(query)).toEqual({ ...emptyAdviceAnswers, horse: name });
  });

  it('restore the name with which a ration was saved', () => {
    const question = { horseType: 'pony', workLevel: 'none', roughage: { type: 'hay' } } as const;
    const query = createAdviceQuery(toAdviceAnswers(question, 'Bella & Co'));
    expect(query).toBe('?horse=Bella+%26+Co&roughage=hay&type=pony&work=none');
    expect(parseQuery(query)).toEqual(toAdviceAnswers(question, 'Bella & Co'));
  });

  it('use the first of repeated parameters', () => {
    expect(parseQuery('type=pony&type=horse')).toEqual({ ...emptyAdviceAnswers, type: 'pony' });
  });

  it('return "breeding" for mares, foals and young horses', () => {
    expect(parseQuery('type=breeding&work=light&roughage=hay')).toBe('breeding');
  });
});

describe('toAdviceQuestion', () => {
  it('returns null before the three required answers are given', () => {
    expect(parseQuestion('')).toBeNull();
    expect(parseQuestion('product=12')).toBeNull();
    expect(parseQuestion('type=horse&work=light')).toBeNull();
    expect(parseQuestion(`type=horse&work=light&rqs=${resultKey}`)).toEqual({
      horseType: 'horse',
      workLevel: 'light',
      roughage: { rqsKey: resultKey },
    });
  });

  it.each([
    ['', undefined],
    ['600', 600],
    ['600 kg', 600],
    ['450,5', 451],
    ['450.5', 451],
    ['1.050', 1050],
    ['1,050', 1050],
    ['79', 79],
    ['80', 80],
    ['0', 0],
    ['1e9', 0],
    ['60000', 0],
    ['-5', 0],
    ['heavy', 0],
    ['9'.repeat(5000), 0],
  ])('reads the weight %j as %p kilograms', (text, weightKg) => {
    const question = parseQuestion(`${light}&weight=${encodeURIComponent(text)}`);
    expect(question).toMatchObject({ horseType: 'horse' });
    expect((question as AdviceRequest).weightKg).toBe(weightKg);
  });

  it('accepts typed values with comma or point, and prefers a report to the roughage type', () => {
    expect(parseQuestion(`${light}&dm=87,2&de=8&cp=58.5&sugar=74`)).toMatchObject({
      roughage: { values: { type: 'hay', dryMatterPct: 87.2, energyDE: 8, crudeProtein: 58.5, sugar: 74 } },
    });
    expect(parseQuestion(`${light}&dm=87&rqs=${resultKey}`)).toMatchObject({
      roughage: { rqsKey: resultKey },
    });
  });

  it.each([
    'dm=87',
    'dm=87&de=8&cp=58',
    'dm=x&de=8&cp=58&sugar=74',
    'dm=101&de=8&cp=58&sugar=74',
    'dm=-1&de=8&cp=58&sugar=74',
    'dm=87&de=31&cp=58&sugar=74',
    'dm=87&de=8&cp=1.000,5&sugar=74',
  ])('returns roughage_result_incomplete for %s', (typed) => {
    expect(parseQuestion(`${light}&${typed}`)).toBe('roughage_result_incomplete');
  });

  it('returns roughage_result_incomplete for values of grass, which laboratories do not test', () => {
    expect(parseQuestion('type=horse&work=light&roughage=grass&dm=18&de=10&cp=170&sugar=120')).toBe(
      'roughage_result_incomplete',
    );
  });

  it.each([
    `${light}&weight=600&product=12`,
    `type=sober&work=none&rqs=${resultKey}`,
    'type=hotblood&work=heavy&roughage=silage&dm=62.5&de=9.4&cp=118&sugar=78',
  ])('converts back to the query that it came from: %s', (query) => {
    const question = parseQuestion(query) as AdviceRequest;
    expect(parseQuery(createAdviceQuery(toAdviceAnswers(question)))).toEqual(parseQuery(query));
  });
});

it('truncates long typed values, and does not read them as a number', () => {
  const long = '6'.repeat(5000);
  const query = new URLSearchParams({
    type: 'horse',
    work: 'light',
    roughage: 'hay',
    weight: long,
    dm: long,
  });
  const answers = parseAdviceQuery(query);
  if (answers === 'breeding') throw new Error('Expected the query to be parsed');
  expect([answers.weight.length, answers.values?.dm.length]).toEqual([21, 21]);
  expect(toAdviceQuestion({ ...answers, values: null })).toMatchObject({ weightKg: 0 });
  expect(toAdviceQuestion(answers)).toBe('roughage_result_incomplete');
});
