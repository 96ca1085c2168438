import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import {
  completeDocument,
  createDocumentCompleter,
  DocumentStream,
  partPlaceholder,
} from './document-stream.ts';

const html = `<!DOCTYPE html><html><head><title>€ ★</title></head><body><p>a &lt;/body&gt;</p>${partPlaceholder}<p>b</p>${partPlaceholder}</body></html>`;
const createAdditions = () => ({
  head: '<meta name="x" content="ä">',
  // The content of a part is not searched for markers.
  parts: [Buffer.from(`<i>1</i></head></body>${partPlaceholder}`), Buffer.from('<i>2</i>')],
  end: () => ['<script>{', Buffer.from('"ö":1'), '}</script>'],
});
const whole = `<!DOCTYPE html><html><head><title>€ ★</title><meta name="x" content="ä"></head><body><p>a &lt;/body&gt;</p><i>1</i></head></body>${partPlaceholder}<p>b</p><i>2</i><script>{"ö":1}</script></body></html>`;

describe('document completer and stream', () => {
  it('completes a whole document at once', () => {
    expect(completeDocument(html, createAdditions()).toString()).toBe(whole);
  });

  it('produces the same document for any chunk boundaries', () => {
    const bytes = Buffer.from(html);
    for (const size of [1, 2, 3, 5, 7, 13, 40, 41, 42, 43, 44, 100]) {
      const { add, end } = createDocumentCompleter(createAdditions());
      const sent: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) sent.push(...add(bytes.subarray(at, at + size)));
      end();
      expect(Buffer.concat(sent).toString()).toBe(whole);
    }
  });

  it('sends available content before the rest arrives, and requests the end of the body last', () => {
    let isAsked = false;
    const { add } = createDocumentCompleter({
      ...createAdditions(),
      end: () => {
        isAsked = true;
        return [];
      },
    });
    const at = html.indexOf('<p>b');
    const first = Buffer.concat(add(Buffer.from(html.slice(0, at)))).toString();
    expect(first).toContain('<i>1</i>');
    expect(isAsked).toBe(false);
    add(Buffer.from(html.slice(at)));
    expect(isAsked).toBe(true);
  });

  it.each([
    ['is not HTML', 'no document'],
    ['has no body', '<html><head></head></html>'],
    ['lacks a part', html.replace(partPlaceholder, '')],
    ['has a duplicate part', html.replace('<p>b', `${partPlaceholder}<p>b`)],
  ])('throws if the document %s', (_case, broken) => {
    expect(() => completeDocument(broken, createAdditions())).toThrow();
  });

  it('emits an error as a stream, too, and ends its reader', async () => {
    const stream = new DocumentStream(createAdditions());
    const read = text(stream.pipe(new PassThrough()));
    read.catch(() => undefined);
    const failed = new Promise((resolve) => stream.once('error', resolve));
    stream.end('no document');
    expect(await failed).toBeInstanceOf(Error);
  });

  it('applies back-pressure for a slow reader', async () => {
    const stream = new DocumentStream({ ...createAdditions(), parts: [] });
    const document = `<html><head></head><body>${'x'.repeat(200_000)}</body></html>`;
    const isTaken = stream.write(document.slice(0, 100_000));
    expect(isTaken).toBe(false);
    stream.end(document.slice(100_000));
    expect(await text(stream)).toHaveLength(
      document.length + '<meta name="x" content="ä"><script>{"ö":1}</script>'.length,
    );
  });
});
