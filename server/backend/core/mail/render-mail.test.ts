import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { LOCALES } from '../../../../shared/i18n/locales.ts';
import { hostileTexts, INJECTED_ELEMENT_ID } from '../../../../test/fixtures/hostile-texts.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import { composeMessage } from './compose-message.ts';
import type { MailContent, MailTable } from './mail-content.ts';
import { type MailTextKey, readMailTexts } from './mail-texts.ts';
import { renderMail } from './render-mail.tsx';

const texts = readMailTexts(path.resolve(import.meta.dirname, '../../../../locales'));

function createFrame(type: 0 | 1 | 2 = 0, code = 'en', culture = 'en-GB') {
  const site = {
    site: {
      type,
      customerServicePhone: '+31 88 000 00 10',
      customerServiceEmailAddress: 'service@havero-nl.example',
    },
    setting: {
      legalEntity: {
        name: 'Havero B.V. (example)',
        street: 'Haverweg 1',
        zipcode: '7311 AA',
        city: 'Apeldoorn',
        regionCode: 'NL',
        registerNumber: 'EXAMPLE-NL-0001',
        vatNumber: 'NLEXAMPLE001',
      },
    },
  } as unknown as SiteRecord;
  return {
    site,
    language: { code, culture } as LanguageRecord,
    origin: 'https://www.havero.example',
    t: texts.getTranslate(code, 'Havero'),
  };
}

const content: MailContent = {
  subject: 'A subject',
  preview: 'A preview',
  heading: 'A heading',
  blocks: [
    { type: 'paragraph', text: 'Some words' },
    { type: 'button', label: 'Do it', url: 'https://www.havero.example/do/?a=1&b=2' },
    { type: 'facts', rows: [{ label: 'Order', value: '42' }] },
    { type: 'small', text: 'Small print' },
  ],
};

const table: MailTable = {
  type: 'table',
  columns: [
    { label: 'Product', align: 'start' },
    { label: 'Number', align: 'end' },
    { label: 'Amount', align: 'end' },
  ],
  rows: [
    ['Grano Whole, 25 kg', '2', '€ 25.00'],
    ['Müsli <b>', '10', '€ 1,250.00'],
  ],
  footer: [['Total', '', '€ 1,275.00']],
};

describe('table in a mail', () => {
  const render = (block: MailTable) => renderMail({ ...content, blocks: [block] }, createFrame());

  it('is aligned in plain text', () => {
    expect(render(table).text).toContain(`
Product             Number      Amount
--------------------------------------
Grano Whole, 25 kg       2     € 25.00
Müsli <b>               10  € 1,250.00
--------------------------------------
Total                       € 1,275.00
`);
    const { footer: _footer, ...plain } = table;
    expect(render(plain).text.match(/^-+$/gm)).toHaveLength(1);
  });

  it('is a table with headers and escaped cells in HTML', () => {
    const { document } = new JSDOM(render(table).html).window;
    const found = document.querySelector('table:has(> thead)');
    expect([...(found?.querySelectorAll('th[scope="col"]') ?? [])].map((cell) => cell.textContent)).toEqual([
      'Product',
      'Number',
      'Amount',
    ]);
    const cells = [...(found?.querySelectorAll(':scope > tbody td') ?? [])];
    expect(cells.map((cell) => cell.textContent)).toEqual(table.rows.flat());
    expect(cells[1]?.getAttribute('style')).toContain('text-align:right');
    expect(found?.querySelector('tfoot')?.textContent).toBe('Total€ 1,275.00');
  });

  it('requires a cell for each column in every row', () => {
    expect(() => render({ ...table, rows: [['Grano']] })).toThrow(RangeError);
  });
});

describe('renderMail', () => {
  it('renders the same content in plain text and in HTML', () => {
    const { text, html } = renderMail(content, createFrame());
    for (const words of ['A heading', 'Some words', 'Do it', '42', 'Small print']) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).toContain('https://www.havero.example/do/?a=1&b=2');
    expect(html).toContain('href="https://www.havero.example/do/?a=1&amp;b=2"');
    expect(html).toContain('A preview');
    // Opening the mail loads nothing from the network.
    expect([...html.matchAll(/src="([^"]*)"/g)].map(([, url]) => url)).toEqual(['cid:brand-mark']);
    expect(html).not.toContain('<link');
  });

  it('names the sender in the footer: legal entity, registration numbers, address and phone', () => {
    for (const part of [renderMail(content, createFrame()).text, renderMail(content, createFrame()).html]) {
      for (const words of [
        'Havero B.V. (example), Haverweg 1, 7311 AA Apeldoorn, Netherlands',
        'EXAMPLE-NL-0001',
        'NLEXAMPLE001',
        'service@havero-nl.example',
        '+31 88 000 00 10',
      ]) {
        expect(part).toContain(words);
      }
    }
  });

  it('names the country in the language of the mail', () => {
    expect(renderMail(content, createFrame(0, 'de', 'de-DE')).text).toContain('Niederlande');
  });

  it('uses the brand of the site', () => {
    const html = renderMail(content, createFrame(1)).html;
    expect(html).toContain('>Hafero<');
    expect(html).not.toContain('>Havero<');
  });

  it('escapes markup from any source', () => {
    const evil = `<img src=x onerror=alert(1)>"'&`;
    const { html } = renderMail(
      {
        subject: evil,
        preview: evil,
        heading: evil,
        blocks: [
          { type: 'paragraph', text: evil },
          { type: 'small', text: evil },
          { type: 'button', label: evil, url: 'https://www.havero.example/' },
          { type: 'facts', rows: [{ label: evil, value: evil }] },
        ],
      },
      createFrame(),
    );
    expect(html).not.toContain('<img src=x');
    expect(html.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;')).toHaveLength(9);
  });

  it.each(hostileTexts)('escapes, from any source, %j', (text) => {
    const hostile = {
      subject: text,
      preview: text,
      heading: text,
      blocks: [
        { type: 'paragraph', text },
        { type: 'small', text },
        {
          type: 'button',
          label: text,
          url: `https://www.havero.example/?a=${encodeURIComponent(text.toWellFormed())}`,
        },
        { type: 'facts', rows: [{ label: text, value: text }] },
      ],
    } satisfies MailContent;
    const frame = createFrame();
    const { site, setting } = frame.site;
    const { html, subject } = renderMail(hostile, {
      ...frame,
      site: {
        site: { ...site, customerServicePhone: `+31 88${text}`, customerServiceEmailAddress: text },
        setting: {
          legalEntity: {
            ...setting.legalEntity,
            ...Object.fromEntries(
              ['name', 'street', 'zipcode', 'city', 'registerNumber', 'vatNumber'].map((name) => [
                name,
                text,
              ]),
            ),
          },
        },
      } as unknown as SiteRecord,
    });
    const { document } = new JSDOM(html).window;
    expect(document.getElementById(INJECTED_ELEMENT_ID)).toBeNull();
    expect(document.querySelectorAll('script, [onfocus], [onclick]')).toHaveLength(0);
    expect(html).not.toContain(`<h1 id="${INJECTED_ELEMENT_ID}"`);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('refuses links that are not http or https', () => {
    const blocks = [{ type: 'button', label: 'x', url: 'javascript:alert(1)' }] as const;
    expect(() => renderMail({ ...content, blocks }, createFrame())).toThrow();
  });

  it('keeps the subject on one line', () => {
    expect(renderMail({ ...content, subject: 'a\r\nBcc: b@c.example' }, createFrame()).subject).toBe(
      'a Bcc: b@c.example',
    );
  });

  it('contains an unsubscribe link if there is a URL for it', () => {
    const unsubscribeUrl = 'https://www.havero.example/end/?token=x';
    const { text, html } = renderMail(content, { ...createFrame(), unsubscribeUrl });
    expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}`);
    expect(html).toContain(`href="${unsubscribeUrl}"`);
  });
});

describe('mail texts', () => {
  it('exist in every language of the shop', () => {
    for (const locale of LOCALES) {
      expect(texts.getTranslate(locale, 'Havero')('footer.unsubscribe')).not.toBe('');
    }
    expect(texts.getTranslate('esp', 'Havero')('footer.unsubscribe')).toBe('Darse de baja');
  });

  it('throw for an unknown language or key', () => {
    expect(() => texts.getTranslate('xx', 'Havero')).toThrow();
    expect(() => texts.getTranslate('en', 'Havero')('nope' as MailTextKey)).toThrow();
  });
});

describe('composeMessage', () => {
  const mail = {
    outboxMailId: 7,
    kind: 'test',
    senderName: 'Havero',
    senderAddress: 'shop@havero.example',
    replyTo: 'service@havero.example',
    recipient: 'marit@stal.example',
    subject: 'Über 20 kg: naïve – “test”',
    text: 'Plain words',
    html: '<p>Words</p>',
    unsubscribeUrl: 'https://www.havero.example/end/?token=x',
    attachments: [],
    culture: 'nl-NL',
    createdAt: new Date('2026-11-05T12:00:00Z'),
  };

  it('contains both parts, the sender, and the unsubscribe headers', async () => {
    const message = String(await composeMessage(mail));
    expect(message).toMatch(/^From: Havero <shop@havero\.example>\r?$/m);
    expect(message).toMatch(/^To: marit@stal\.example\r?$/m);
    expect(message).toMatch(/^Reply-To: service@havero\.example\r?$/m);
    expect(message).toMatch(/^List-Unsubscribe: <https:\/\/www\.havero\.example\/end\/\?token=x>\r?$/m);
    expect(message).toMatch(/^Content-Type: text\/plain/m);
    expect(message).toMatch(/^Content-Type: text\/html/m);
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(message).toMatch(/^Content-Id: <brand-mark>\r?$/im);
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  });

  it('has the same Message-ID in every attempt', async () => {
    const read = async () => /^Message-ID: (.*?)\r?$/im.exec(String(await composeMessage(mail)))?.[1];
    expect(await read()).toMatch(/^<\w+\.7@havero\.example>$/);
    expect(await read()).toBe(await read());
  });
});
