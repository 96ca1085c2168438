import { describe, expect, it } from '@jest/globals';
import { cleanReview, countWords, getAverageRating, isSentByBot, listReviewProblems } from './reviews.ts';

const validReview = {
  title: 'Clean bucket',
  opinion: 'My mare leaves nothing.',
  text: 'She licks the bucket out while I muck out.',
  name: 'Marit',
  emailAddress: 'marit@example.com',
};
const listProblems = (change: Partial<typeof validReview>, rating: number | null = 4) =>
  listReviewProblems(cleanReview({ ...validReview, ...change }), rating);

describe('listReviewProblems', () => {
  it('accepts a complete review with any rating', () => {
    for (const rating of [1, 2, 3, 4, 5]) expect(listProblems({}, rating)).toEqual([]);
  });

  it.each([null, 0, 6, 2.5])('requires a rating from 1 to 5, not %s', (rating) => {
    expect(listProblems({}, rating)).toEqual([{ field: 'rating', code: 'required' }]);
  });

  it.each(['title', 'opinion', 'text', 'name', 'emailAddress'] as const)('requires the field %s', (field) => {
    expect(listProblems({ [field]: ' \u200b ' })).toEqual([{ field, code: 'required' }]);
  });

  it.each([
    ['title', 80],
    ['opinion', 160],
    ['name', 50],
  ] as const)('limits %s to %i characters', (field, length) => {
    expect(listProblems({ [field]: '🐴'.repeat(length) })).toEqual([]);
    expect(listProblems({ [field]: '🐴'.repeat(length + 1) })).toEqual([{ field, code: 'maxLength' }]);
  });

  it('limits the text to 2000 characters and requires at least 5 words', () => {
    expect(listProblems({ text: 'hay '.repeat(500).trim() })).toEqual([]);
    expect(listProblems({ text: `${'hay '.repeat(500)}oats` })).toEqual([
      { field: 'text', code: 'maxLength' },
    ]);
    expect(listProblems({ text: 'Good stuff – !! …' })).toEqual([{ field: 'text', code: 'minWords' }]);
    expect(listProblems({ text: 'Good stuff, I mean it' })).toEqual([]);
  });

  it.each(['marit', 'marit@', '@example.com', 'a b@example.com', 'marit@example', 'a@b.com, c@d.com'])(
    'rejects %s as an e-mail address',
    (emailAddress) => {
      expect(listProblems({ emailAddress })).toEqual([{ field: 'emailAddress', code: 'format' }]);
    },
  );
});

describe('cleanReview', () => {
  it('removes double spaces, control characters and bidirectional marks', () => {
    const words = cleanReview({
      ...validReview,
      title: '  Clean\tbucket\u0007 ',
      name: 'Marit\u202e evil',
      text: 'One\r\n\r\n\r\n\r\ntwo  three ',
    });
    expect(words).toMatchObject({ title: 'Clean bucket', name: 'Marit evil', text: 'One\n\ntwo three' });
  });

  it('leaves HTML and SQL unchanged as text', () => {
    const text = `<script>alert(1)</script> '; drop table review; -- is what I typed`;
    expect(cleanReview({ ...validReview, text }).text).toBe(text);
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    ['♥ – !', 0],
    ['söödab hästi, 2 korda', 4],
  ])('counts the words of %p', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});

describe('isSentByBot', () => {
  it('recognises a bot by the hidden field and by its speed', () => {
    expect(isSentByBot({ website: 'http://spam.example' })).toBe(true);
    expect(isSentByBot({ openForMs: 300 })).toBe(true);
    expect(isSentByBot({ website: ' ', openForMs: 40_000 })).toBe(false);
    expect(isSentByBot({})).toBe(false);
  });
});

describe('getAverageRating', () => {
  it('rounds half up to one decimal', () => {
    expect(getAverageRating(17, 4)).toBe(4.3);
    expect(getAverageRating(13, 3)).toBe(4.3);
    expect(getAverageRating(0, 0)).toBeNull();
  });
});
