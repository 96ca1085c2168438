import { randomUUID } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/**
 * Placeholder in React's HTML for a part that exists as bytes. It is random, so that content cannot contain
 * it.
 */
export const partPlaceholder = `<!--${randomUUID()}-->`;

/**
 * Content that the server adds to a document rendered by React. It is not part of the tree that the browser
 * hydrates.
 */
export interface DocumentAdditions {
  /** Inserted at the end of the head. */
  readonly head: string;
  /** Parts that exist as bytes, in render order; the list may grow while React renders. */
  readonly parts: readonly Buffer[];
  /** Returns the content at the end of the body; called when React has rendered everything. */
  readonly end: () => Iterable<string | Buffer>;
}

const markerBytes = {
  head: Buffer.from('</head>'),
  part: Buffer.from(partPlaceholder),
  body: Buffer.from('</body>'),
};
const maxMarkerBytes = Math.max(...Object.values(markerBytes).map(({ length }) => length));
/** '<', the first byte of each marker. */
const LESS_THAN_BYTE = 0x3c;

/**
 * Completes a document while it is written, in chunks with arbitrary boundaries. Existing bytes are not
 * converted to text and back.
 *
 * @returns `add` returns the bytes that can be sent after a chunk; `end` throws if any part was not inserted
 */
export function createDocumentCompleter({ head, parts, end }: DocumentAdditions): {
  add: (chunk: Buffer) => Buffer[];
  end: () => void;
} {
  let rest: Buffer = Buffer.alloc(0);
  let place: 'head' | 'body' | 'end' = 'head';
  let used = 0;

  /** Finds the next marker and the content that replaces it or precedes it. */
  function findMark(bytes: Buffer, from: number): { at: number; length: number; pieces: Buffer[] } | null {
    if (place === 'head') {
      const at = bytes.indexOf(markerBytes.head, from);
      if (at === -1) return null;
      place = 'body';
      return { at, length: 0, pieces: [Buffer.from(head)] };
    }
    if (place === 'end') return null;
    const partAt = bytes.indexOf(markerBytes.part, from);
    if (partAt !== -1) {
      const part = parts[used++];
      if (!part) throw new Error('A part of the page is missing');
      return { at: partAt, length: markerBytes.part.length, pieces: [part] };
    }
    const at = bytes.indexOf(markerBytes.body, from);
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
      // A marker may have started in the last bytes.
      const open = bytes.lastIndexOf(LESS_THAN_BYTE);
      const safe =
        place !== 'end' && open >= from && bytes.length - open < maxMarkerBytes ? open : bytes.length;
      if (safe > from) pieces.push(bytes.subarray(from, safe));
      rest = bytes.subarray(Math.max(safe, from));
      return pieces;
    },
    end: () => {
      if (place !== 'end' || rest.length > 0 || used !== parts.length) {
        throw new Error('The page is not a complete document');
      }
    },
  };
}

/** Encodes neighbouring texts together. */
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

/** Completes a whole document at once. */
export function completeDocument(html: string, additions: DocumentAdditions): Buffer {
  const completer = createDocumentCompleter(additions);
  const pieces = completer.add(Buffer.from(html));
  completer.end();
  return Buffer.concat(pieces);
}

/** Stream between React and the visitor that completes the document, with back-pressure. */
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
