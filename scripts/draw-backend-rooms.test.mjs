import { expect, it } from '@jest/globals';
import { drawBackendRooms, readPicture, replacePicture } from './draw-backend-rooms.mjs';

const createModule = (source, ...imported) => ({
  source: `server/backend/${source}`,
  dependencies: imported.map((name) => ({ resolved: `server/backend/${name}` })),
});

it('draws rooms from the highest floor down, without imports that follow from others', () => {
  const picture = drawBackendRooms([
    createModule('content/a.ts', 'core/a.ts', 'sites/a.ts', 'content/b.ts'),
    createModule('content/a.test.ts', 'shop-store/a.ts'),
    createModule('sites/a.ts', 'core/a.ts'),
    createModule('sites/tables.ts', 'content/tables.ts'),
    { source: 'server/web/a.ts', dependencies: [{ resolved: 'server/backend/core/a.ts' }] },
  ]);

  expect(picture).toBe('flowchart TB\n  content --> sites\n  sites --> core\n  sites -.-> content\n');
});

it('replaces the marked picture of a document only', () => {
  const other = '```mermaid\nflowchart LR\n```\n';
  const mark = '<!-- npm run boundaries -- --write -->\n';
  const document = `${other}${mark}\`\`\`mermaid\nold\n\`\`\`\n${other}`;

  const replaced = replacePicture(document, 'new $&\n');

  expect(replaced).toBe(document.replace('old', () => 'new $&'));
  expect(readPicture(replaced)).toBe('new $&\n');
  expect(readPicture(other)).toBeUndefined();
});
