import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SAMPLE_DATA_FOLDER } from '../../../../test/fixtures/sample-database.ts';
import { findRejectionReason } from './review-checks.ts';

const findRejectionOfText = (text: string) =>
  findRejectionReason({ title: 'Title', opinion: 'One sentence.', text, name: 'Marit' });

describe('findRejectionReason', () => {
  it.each([
    ['link', 'Buy it cheaper at https://feed.example now please'],
    ['link', 'Buy it cheaper at www.feed.example now please'],
    ['link', 'Much cheaper over at cheap-feed.com my friends'],
    ['link', 'Much cheaper over at cheap-feed.de/sale my friends'],
    ['contact', 'Write to me: marit@example.com and I tell more'],
    ['contact', 'Call me about this horse at +31 6 12 34 56 78'],
    ['contact', 'Call me about this horse at 06-12345678 tonight'],
    ['repetition', 'This is gooooooooood, all of us like it'],
    ['repetition', 'buy buy buy buy buy this is the best'],
  ])('returns %s', (reason, text) => {
    expect(findRejectionOfText(text)).toBe(reason);
  });

  it.each([
    'One star. My horse will not touch it, and I want my money back!',
    'We ride 60 km, feed 1,900 g a day and pay € 1.046,50 a year for 12 bags of 15 kg.',
    'Good feed...... my mare (27 years) loves it. Article 1290115.',
    'Sooo good, very very good. Delivered on 12-10-2026 at 10.30.',
    'Bra foder.Hästen äter allt.',
    'Good feed.It keeps, and the horses like it.',
  ])('accepts: %s', (text) => {
    expect(findRejectionOfText(text)).toBeNull();
  });

  it('checks title, opinion and name', () => {
    const good = { title: 'Good', opinion: 'Good.', text: 'Five words are in here.', name: 'Marit' };
    expect(findRejectionReason({ ...good, title: 'See www.x.example' })).toBe('link');
    expect(findRejectionReason({ ...good, opinion: 'See http://x.example' })).toBe('link');
    expect(findRejectionReason({ ...good, name: 'marit@example.com' })).toBe('contact');
  });

  it.each(['nl', 'de', 'da', 'en', 'it', 'pt', 'es', 'sv', 'et'])(
    'accepts reviews written by customers in %s',
    (language) => {
      const { reviews } = JSON.parse(readFileSync(`${SAMPLE_DATA_FOLDER}/texts/${language}.json`, 'utf8'));
      for (const { title, opinion, text, author } of reviews) {
        expect({ text, found: findRejectionReason({ title, opinion, text, name: author }) }).toEqual({
          text,
          found: null,
        });
      }
    },
  );
});
