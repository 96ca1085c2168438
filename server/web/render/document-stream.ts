import { randomUUID } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Stands in React's HTML for a part that is there as bytes already. Nobody outside the process can know it. */
export const partMark = `<!--${randomUUID()}-->`;

/** What the server adds to a document that React renders: the browser's tree has none of it. */
export interface DocumentAdditions {
  /** Goes to the end of the head. */
  readonly head: string;
  /** Parts that are there as bytes, in the order in which React comes to them; it may grow while React renders. */
  readonly parts: readonly Buffer[];
  /** Goes to the end of the body; asked for when React has rendered everything. */
  readonly end: () => Iterable<string | Buffer>;
}

const marks = { head: Buffer.from('</head>'), part: Buffer.from(partMark), body: Buffer.from('</body>') };
const longestMark = Math.max(...Object.values(marks).map(({ length }) => length));
/** '<', with which each mark begins. */
const OPENING = 0x3c;

/**
 * Completes a document while it is written, in chunks that may end anywhere. What is bytes already is not turned into text and back.
 *
 * @returns `add` gives what can be sent after a chunk; `end` proves that nothing was left out, and throws where it was
 */
export function createDocumentCompleter({ head, parts, end }: DocumentAdditions): {
  add: (chunk: Buffer) => Buffer[];
  end: () => void;
} {
  let rest: Buffer = Buffer.alloc(0);
  let place: 'head' | 'body' | 'end' = 'head';
  let used = 0;

  /** Where the next mark is, and what comes in its place or before it. */
  function findMark(bytes: Buffer, from: number): { at: number; length: number; pieces: Buffer[] } | null {
    if (place === 'head') {
      const at = bytes.indexOf(marks.head, from);
      if (at === -1) return null;
      place = 'body';
      return { at, length: 0, pieces: [Buffer.from(head)] };
    }
    if (place === 'end') return null;
    const partAt = bytes.indexOf(marks.part, from);
    if (partAt !== -1) {
      const part = parts[used++];
      if (!part) throw new Error('A part of a page is not there');
      return { at: partAt, length: marks.part.length, pieces: [part] };
    }
    const at = bytes.indexOf(marks.body, from);
    if (at === -1) return null;
    place = 'end';
    return { at, length: 0, pieces: joinTexts(end()) };
  }

  return {
    add: (chunk) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const pieces: Buffer[] = [];
      let from = 0;
      for (let mark = findMark(bytes, from); mark; mark = findMark(bytes, from)) {
        pieces.push(bytes.subarray(from, mark.at), ...mark.pieces);
        from = mark.at + mark.length;
      }
      // A mark may have begun in the last bytes.
      const open = bytes.lastIndexOf(OPENING);
      const safe = place !== 'end' && open >= from && bytes.length - open < longestMark ? open : bytes.length;
      if (safe > from) pieces.push(bytes.subarray(from, safe));
      rest = bytes.subarray(Math.max(safe, from));
      return pieces;
    },
    end: () => {
      if (place !== 'end' || rest.length > 0 || used !== parts.length) {
        throw new Error('A page is no document, or its parts are not all there');
      }
    },
  };
}

/** Neighbouring texts are made into bytes together. */
function joinTexts(pieces: Iterable<string | Buffer>): Buffer[] {
  const joined: Buffer[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    joined.push(Buffer.from(text), piece);
    text = '';
  }
  return [...joined, Buffer.from(text)];
}

/** The whole document at once. */
export function completeDocument(html: string, additions: DocumentAdditions): Buffer {
  const completer = createDocumentCompleter(additions);
  const pieces = completer.add(Buffer.from(html));
  completer.end();
  return Buffer.concat(pieces);
}

/** The document as a stream, between React's and the visitor's: it waits for whoever reads slowly. */
export class DocumentStream extends Transform {
  readonly #completer: ReturnType<typeof createDocumentCompleter>;

  constructor(additions: DocumentAdditions) {
    super();
    this.#completer = createDocumentCompleter(additions);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      const pieces = this.#completer.add(chunk);
      if (pieces.length > 0) this.push(Buffer.concat(pieces));
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#completer.end();
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
