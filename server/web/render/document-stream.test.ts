import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { completeDocument, createDocumentCompleter, DocumentStream, partMark } from './document-stream.ts';

const html = `<!DOCTYPE html><html><head><title>€ ★</title></head><body><p>a &lt;/body&gt;</p>${partMark}<p>b</p>${partMark}</body></html>`;
const additions = () => ({
  head: '<meta name="x" content="ä">',
  // What is in a part is never looked at.
  parts: [Buffer.from(`<i>1</i></head></body>${partMark}`), Buffer.from('<i>2</i>')],
  end: () => ['<script>{', Buffer.from('"ö":1'), '}</script>'],
});
const whole = `<!DOCTYPE html><html><head><title>€ ★</title><meta name="x" content="ä"></head><body><p>a &lt;/body&gt;</p><i>1</i></head></body>${partMark}<p>b</p><i>2</i><script>{"ö":1}</script></body></html>`;

describe('a document that is completed while it is written', () => {
  it('comes whole at once', () => {
    expect(completeDocument(html, additions()).toString()).toBe(whole);
  });

  it('is the same wherever its chunks end', () => {
    const bytes = Buffer.from(html);
    for (const size of [1, 2, 3, 5, 7, 13, 40, 41, 42, 43, 44, 100]) {
      const { add, end } = createDocumentCompleter(additions());
      const sent: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) sent.push(...add(bytes.subarray(at, at + size)));
      end();
      expect(Buffer.concat(sent).toString()).toBe(whole);
    }
  });

  it('sends what it has before the rest is there, and asks for the end at the end', () => {
    let isAsked = false;
    const { add } = createDocumentCompleter({
      ...additions(),
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
    ['is none', 'no document'],
    ['has no body', '<html><head></head></html>'],
    ['lacks a part', html.replace(partMark, '')],
    ['has a part too many', html.replace('<p>b', `${partMark}<p>b`)],
  ])('fails where it %s', (_case, broken) => {
    expect(() => completeDocument(broken, additions())).toThrow();
  });

  it('fails as a stream, too, and ends whoever reads it', async () => {
    const stream = new DocumentStream(additions());
    const read = text(stream.pipe(new PassThrough()));
    read.catch(() => undefined);
    const failed = new Promise((resolve) => stream.once('error', resolve));
    stream.end('no document');
    expect(await failed).toBeInstanceOf(Error);
  });

  it('waits for whoever reads slowly', async () => {
    const stream = new DocumentStream({ ...additions(), parts: [] });
    const document = `<html><head></head><body>${'x'.repeat(200_000)}</body></html>`;
    const isTaken = stream.write(document.slice(0, 100_000));
    expect(isTaken).toBe(false);
    stream.end(document.slice(100_000));
    expect(await text(stream)).toHaveLength(
      document.length + '<meta name="x" content="ä"><script>{"ö":1}</script>'.length,
    );
  });
});
