import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createPdfDrawer, type PdfDrawer, PdfWorkerError } from './draw-pdf-in-worker.ts';
import { type PdfBlock, type PdfContent, renderPdf } from './render-pdf.ts';

const createContent = (blocks: readonly PdfBlock[]): PdfContent => ({
  title: 'Factuur 2026-V-000001',
  culture: 'nl-NL',
  brand: 'Havero',
  brandColour: '#24512f',
  createdAt: new Date('2026-11-05T12:00:00Z'),
  blocks,
  imprint: ['Havero B.V.'],
  pageLabel: 'Pagina {page} van {pages}',
});
const pdfContent = createContent([{ type: 'heading', level: 1, text: 'Factuur' }]);
const column = { label: 'Product', align: 'start', share: 1 } as const;
const undrawableContent = createContent([
  { type: 'table', summary: '', columns: [column], rows: [{ cells: ['a', 'b'] }] },
]);

let folder: string;
let drawer: PdfDrawer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'havero-pdf-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(() => drawer?.close());

/** Creates a drawer with a worker that runs another program. */
async function openDrawerWithProgram(
  program: string,
  options: { timeoutMs?: number; maxWaiting?: number } = {},
) {
  const file = path.join(folder, `${Math.random()}.mjs`);
  await writeFile(file, `import { parentPort } from 'node:worker_threads';\n${program}`);
  drawer = createPdfDrawer({ file, ...options });
  return drawer;
}

describe('document rendered in a worker', () => {
  it('has the same bytes as one rendered in this thread', async () => {
    drawer = createPdfDrawer();
    const [one, other] = await Promise.all([drawer.draw(pdfContent), drawer.draw(pdfContent)]);
    expect(one.equals(renderPdf(pdfContent))).toBe(true);
    expect(other.equals(one)).toBe(true);
  });

  it('fails with the error of the renderer, without affecting the next ones', async () => {
    drawer = createPdfDrawer();
    const failed = drawer.draw(undrawableContent);
    const next = drawer.draw(pdfContent);
    await expect(failed).rejects.toMatchObject({
      name: 'RangeError',
      message: 'A table row does not have a cell for each column',
    });
    expect((await next).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('fails if its worker ends, and the next one gets a new worker', async () => {
    const { draw } = await openDrawerWithProgram(
      `parentPort.on('message', ({ title }) => {
        if (title === 'end') process.exit(3);
        if (title === 'throw') throw new Error('broken');
        parentPort.postMessage({ bytes: Buffer.from(title) });
      });`,
    );
    const titles = ['end', 'one', 'throw', 'two'];
    const results = await Promise.allSettled(titles.map((title) => draw({ ...pdfContent, title })));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(errors.every((error) => error instanceof PdfWorkerError)).toBe(true);
    expect(errors.map(({ message }) => message)).toEqual([
      'The document was not rendered: its worker ended with 3',
      'The document was not rendered: its worker failed',
    ]);
  });

  it('fails after a timeout', async () => {
    const { draw } = await openDrawerWithProgram("parentPort.on('message', () => {});", { timeoutMs: 50 });
    await expect(draw(pdfContent)).rejects.toThrow('it took longer than 50 ms');
  });

  it('is refused if the queue is full', async () => {
    const { draw } = await openDrawerWithProgram("parentPort.on('message', () => {});", {
      timeoutMs: 50,
      maxWaiting: 1,
    });
    const results = await Promise.allSettled([draw(pdfContent), draw(pdfContent), draw(pdfContent)]);
    const messages = results.map((result) => result.status === 'rejected' && String(result.reason.message));
    expect(messages).toEqual([
      'The document was not rendered: it took longer than 50 ms',
      'The document was not rendered: it took longer than 50 ms',
      'The document was not rendered: the queue is full',
    ]);
  });
});
