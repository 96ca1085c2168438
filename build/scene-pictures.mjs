import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Aspect ratios that search engines and social networks ask for; the scenes are drawn 16:9. Width and height
 * in pixels.
 */
const pictureSizes = [
  { name: 'wide', width: 1600, height: 900 },
  { name: 'classic', width: 1200, height: 900 },
  { name: 'square', width: 900, height: 900 },
];
/** A palette suits flat paper colours and needs a fifth of the bytes of full colour. */
const png = { palette: true, quality: 85, compressionLevel: 9 };

/**
 * Drawn pictures by hash of the drawing, so that a rebuild of the development server does not draw them
 * again.
 */
const drawn = new Map();

/**
 * Renders the scenes as PNG for clients that do not display SVG: link previews and search results.
 *
 * @param {{ folder: string, publicPath: string, files: Map<string, Uint8Array> }} options the pictures are
 *   added to `files` by name
 * @returns scene → its pictures, widest first
 */
export async function createScenePictures({ folder, publicPath, files }) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.svg')).sort();
  const scenes = await Promise.all(
    names.map(async (name) => {
      const scene = path.basename(name, '.svg');
      const svg = await readFile(path.join(folder, name));
      const hash = createHash('sha256').update(svg).digest('hex').slice(0, 10);
      if (!drawn.has(hash)) drawn.set(hash, draw(svg));
      const pictures = await drawn.get(hash);
      return [
        scene,
        pictureSizes.map(({ name: shape, width, height }, index) => {
          const file = `${scene}-${shape}-${hash}.png`;
          files.set(file, pictures[index]);
          return { path: publicPath + file, width, height };
        }),
      ];
    }),
  );
  return Object.fromEntries(scenes);
}

async function draw(svg) {
  const whole = await sharp(svg)
    .resize(pictureSizes[0].width, pictureSizes[0].height, { fit: 'cover' })
    .png()
    .toBuffer();
  return await Promise.all(
    pictureSizes.map(({ width, height }) =>
      sharp(whole).resize(width, height, { fit: 'cover' }).png(png).toBuffer(),
    ),
  );
}
