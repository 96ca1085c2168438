import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSite } from '../../../test/fixtures/sites.ts';
import { findHtmlFaults, readDocumentAttribute, readLinks, readTags } from '../../../test/html/read-html.ts';
import { readMessages } from '../render/messages.ts';
import { createPlainPages } from './plain-page.ts';

const getMessages = readMessages(path.resolve(import.meta.dirname, '../../../locales'));
const plainPages = createPlainPages({ getMessages, stylesheet: '/assets/main.css' });
const pageStatuses = [400, 404, 405, 413, 414, 421, 429, 500, 503];

describe('createPlainPages', () => {
  it.each(pageStatuses)(
    'creates a valid page for status %d with links to the home page and the phone, in the language of the site',
    (status) => {
      const site = createSite({ customerServicePhone: '+49 30 000 00' });
      const html = plainPages({ status, site, language: { code: 'de', culture: 'de-DE' }, reference: 'one' });
      expect(findHtmlFaults(html)).toEqual([]);
      expect(readLinks(html)).toEqual(['/', '/', 'tel:+493000000']);
      expect(readDocumentAttribute(html, 'lang')).toBe('de-DE');
      expect(html).toContain(getMessages('de', site.type)['common.backToHome']);
      expect(readTags(html).find(({ attributes }) => attributes.rel === 'stylesheet')?.attributes.href).toBe(
        '/assets/main.css',
      );
      expect(html).toContain('one</small>');
    },
  );

  it.each(pageStatuses)(
    'creates a valid page for status %d without links if the site is unknown',
    (status) => {
      const html = plainPages({ status });
      expect(findHtmlFaults(html)).toEqual([]);
      expect(readLinks(html)).toEqual([]);
      expect(readDocumentAttribute(html, 'lang')).toBe('en');
    },
  );
});
