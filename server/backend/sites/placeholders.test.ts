import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../shared/contract/content.ts';
import { createPlaceholderFiller } from './placeholders.ts';
import type { LanguageRecord, SiteRecord } from './site-record.ts';

const language = { languageId: 4, code: 'en', culture: 'en-GB' } as LanguageRecord;

function createFiller(hasTests: boolean) {
  return createPlaceholderFiller(
    {
      site: {
        type: 0,
        countryId: 10,
        rqsContentPageId: hasTests ? 116 : null,
        customerServicePhone: '020 1',
        customerServiceEmailAddress: 'mail@shop.example',
      },
      setting: { freeShippingFromInclVat: null, deliveryTimes: new Map(hasTests ? [[10, '4-7']] : []) },
      countryNames: new Map([[4, 'Estonia']]),
    } as unknown as SiteRecord,
    language,
  );
}
const fillerWithLabTests = createFiller(true);
const fillerWithoutLabTests = createFiller(false);

it("inserts the delivery time of the site's country, with a non-breaking hyphen", () => {
  expect(fillerWithLabTests.fill('In {deliveryDays} working days')).toBe('In 4-\u20607 working days');
  expect(fillerWithoutLabTests.canFill('In {deliveryDays} working days')).toBe(false);
});

describe('parts of a text for some sites', () => {
  it.each([
    [
      'Feed{tests}, oil and tests{/tests}{noTests} and oil{/noTests}.',
      'Feed, oil and tests.',
      'Feed and oil.',
    ],
    ['One. {tests}Two.{/tests} Three.', 'One. Two. Three.', 'One. Three.'],
    ['{tests}One.{/tests} Two.', 'One. Two.', 'Two.'],
    ['One. {tests}Two.{/tests}', 'One. Two.', 'One.'],
    ['One. {tests}Two.{/tests} {tests}Three.{/tests} Four.', 'One. Two. Three. Four.', 'One. Four.'],
    ['{tests}Ask {brand}.{/tests}', 'Ask Havero.', ''],
    ['{noTests}{email}{/noTests}', '', 'mail@shop.example'],
  ])('%j', (text, expected, expectedWithout) => {
    expect(fillerWithLabTests.fill(text)).toBe(expected);
    expect(fillerWithoutLabTests.fill(text)).toBe(expectedWithout);
  });

  it('may contain several runs, and remove a block', () => {
    const blocks: Block[] = [
      { type: 'heading', level: 2, text: '{tests}Tests{/tests}' },
      {
        type: 'paragraph',
        content: [
          { text: 'Hay. {tests}Read ' },
          { text: 'more', href: '/tests/' },
          { text: ' on {brand}.{/tests} Oats ' },
          { text: 'next', strong: true },
        ],
      },
      { type: 'paragraph', content: [{ text: '{tests}Tests.{/tests}' }] },
      { type: 'list', ordered: false, items: [[{ text: '{tests}A{/tests}' }], [{ text: 'B' }]] },
      { type: 'list', ordered: true, items: [[{ text: '{tests}A{/tests}' }]] },
    ];
    expect(fillerWithLabTests.fillBlocks(blocks)).toEqual([
      { type: 'heading', level: 2, text: 'Tests' },
      {
        type: 'paragraph',
        content: [
          { text: 'Hay. Read ' },
          { text: 'more', href: '/tests/' },
          { text: ' on Havero. Oats ' },
          { text: 'next', strong: true },
        ],
      },
      { type: 'paragraph', content: [{ text: 'Tests.' }] },
      { type: 'list', ordered: false, items: [[{ text: 'A' }], [{ text: 'B' }]] },
      { type: 'list', ordered: true, items: [[{ text: 'A' }]] },
    ]);
    expect(fillerWithoutLabTests.fillBlocks(blocks)).toEqual([
      {
        type: 'paragraph',
        content: [{ text: 'Hay. ' }, { text: 'Oats ' }, { text: 'next', strong: true }],
      },
      { type: 'list', ordered: false, items: [[{ text: 'B' }]] },
    ]);
  });

  it('remain unchanged if they are malformed', () => {
    expect(fillerWithLabTests.fill('{constructor} {toString} {nothing}')).toBe(
      '{constructor} {toString} {nothing}',
    );
    expect(fillerWithLabTests.canFill('{constructor}')).toBe(false);
  });

  it('need no data of the site if they are omitted', () => {
    expect(fillerWithoutLabTests.canFill('Oats{tests} from {freeShippingFrom}{/tests}')).toBe(true);
    expect(fillerWithLabTests.canFill('Oats{tests} from {freeShippingFrom}{/tests}')).toBe(false);
  });
});
