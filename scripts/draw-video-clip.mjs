// Draws the video 'weigh-a-scoop': `node scripts/draw-video-clip.mjs <folder>` writes its frames, its poster and,
// if ffmpeg is installed, both videos. Run by hand when the drawing changes; the results are committed in
// client/features/clip/clips.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/draw-video-clip.mjs <folder>');

const CLIP_WIDTH = 960;
const CLIP_HEIGHT = 540;
const FRAMES_PER_SECOND = 15;
const CLIP_SECONDS = 24;
/** Time of the poster, in seconds. */
const POSTER_AT_SECONDS = 14.5;

/** Grams of a level scoop of 1 litre, as in the recipes of the sample shop. */
const MUESLI_GRAMS = 410;
const PELLET_GRAMS = 640;
const EMPTY_SCOOP_GRAMS = 120;

/** Eases from 0 to 1 between two times, slow at both ends. */
function getEasedProgress(time, from, to) {
  const part = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** Returns a pseudorandom number between 0 and 1, the same in every run. */
const getPseudorandom = (index) => Math.abs(Math.sin(index * 127.1 + 11.7) * 43_758.5453) % 1;

/** Segments of the digits of a scale: top, both above, middle, both below, bottom. */
const DIGIT_SEGMENTS = {
  0: 'abcefg',
  1: 'cf',
  2: 'acdeg',
  3: 'acdfg',
  4: 'bcdf',
  5: 'abdfg',
  6: 'abdefg',
  7: 'acf',
  8: 'abcdefg',
  9: 'abcdfg',
};
const SEGMENT_RECTANGLES = {
  a: [3, 0, 16, 4],
  b: [0, 3, 4, 15],
  c: [18, 3, 4, 15],
  d: [3, 18, 16, 4],
  e: [0, 22, 4, 15],
  f: [18, 22, 4, 15],
  g: [3, 36, 16, 4],
};

function drawDigits(value, right, top, colour) {
  return [...String(Math.round(value))]
    .reverse()
    .map((digit, index) =>
      [...DIGIT_SEGMENTS[digit]]
        .map((name) => {
          const [x, y, width, height] = SEGMENT_RECTANGLES[name];
          return `<rect x="${right - 22 - index * 30 + x}" y="${top + y}" width="${width}" height="${height}" rx="2" fill="${colour}"/>`;
        })
        .join(''),
    )
    .join('');
}

const BACKDROP_SVG = `
<rect width="960" height="540" fill="#efe2c6"/>
${Array.from({ length: 12 }, (_, index) => `<path d="M${index * 84} 0V400" stroke="#e2d1ac" stroke-width="3"/>`).join('')}
<g filter="url(#drop)"><rect x="650" y="50" width="210" height="180" rx="10" fill="#6b3a24"/><rect x="664" y="64" width="182" height="152" fill="#cfe0d4"/>
<circle cx="800" cy="104" r="24" fill="#f3c752"/><path d="M664 186C710 150 780 150 846 178V216H664Z" fill="#7fa05a"/><path d="M664 200C720 180 790 190 846 200V216H664Z" fill="#4f7a45"/>
<path d="M755 64V216M664 140H846" stroke="#6b3a24" stroke-width="10"/></g>
<g filter="url(#drop)"><path d="M0 400H960V540H0Z" fill="#b97a54"/><path d="M0 400H960V424H0Z" fill="#8a5a3a"/></g>
<path d="M60 470H380M500 502H900M120 516H300" stroke="#a56a46" stroke-width="4" stroke-linecap="round"/>`;

const drawScale = (grams, isOn) => `
<g filter="url(#drop)"><path d="M352 400L374 318H586L608 400Z" fill="#1f3d2c"/><rect x="352" y="392" width="256" height="16" rx="8" fill="#16301f"/></g>
<g filter="url(#drop)"><rect x="338" y="296" width="284" height="22" rx="11" fill="#fffcf5"/></g>
<rect x="414" y="330" width="132" height="54" rx="8" fill="${isOn ? '#dfeccf' : '#9aa88d'}"/>
${isOn ? drawDigits(grams, 534, 337, '#16301f') : ''}`;

/** Draws a scoop by its lower left corner; `level` from 0, empty, to 1, full to the brim. */
function drawScoop(x, y, level, kind) {
  const top = y - 112 * level;
  const pieces =
    kind === 'muesli'
      ? Array.from({ length: 46 }, (_, index) => {
          const colour = ['#d9a441', '#8a6a34', '#c9873c', '#6f8a4a'][index % 4];
          return `<ellipse cx="${x + 8 + getPseudorandom(index) * 152}" cy="${y - 6 - getPseudorandom(index + 90) * 104}" rx="11" ry="6" transform="rotate(${getPseudorandom(index + 40) * 180} ${x + 8 + getPseudorandom(index) * 152} ${y - 6 - getPseudorandom(index + 90) * 104})" fill="${colour}"/>`;
        }).join('')
      : Array.from({ length: 60 }, (_, index) => {
          const [px, py] = [x + 8 + getPseudorandom(index) * 146, y - 6 - getPseudorandom(index + 70) * 104];
          return `<rect x="${px}" y="${py}" width="24" height="9" rx="4" transform="rotate(${getPseudorandom(index + 30) * 180} ${px + 12} ${py + 5})" fill="${index % 2 ? '#7d5c36' : '#93703f'}"/>`;
        }).join('');
  const base = kind === 'muesli' ? '#b98f3f' : '#6c4e2c';
  const id = `fill-${kind}-${Math.round(x)}`;
  return `<g filter="url(#drop)"><path d="M${x + 168} ${y - 96}H${x + 268}Q${x + 284} ${y - 96} ${x + 284} ${y - 82}T${x + 268} ${y - 68}H${x + 168}Z" fill="#2d6a4a"/>
<path d="M${x - 8} ${y - 120}H${x + 178}L${x + 164} ${y}H${x + 6}Z" fill="#3f8a61"/></g>
<clipPath id="${id}"><path d="M${x + 4} ${y - 112}H${x + 166}L${x + 154} ${y - 8}H${x + 16}Z"/></clipPath>
<g clip-path="url(#${id})"><rect x="${x}" y="${y - 116}" width="176" height="116" fill="#2f6f4d"/>
<clipPath id="${id}-level"><rect x="${x - 10}" y="${top}" width="200" height="${y - top}"/></clipPath>
<g clip-path="url(#${id}-level)"><rect x="${x}" y="${top}" width="176" height="${y - top}" fill="${base}"/>${pieces}</g></g>
${Array.from({ length: 9 }, (_, index) => `<path d="M${x + 160 - index * 1.1} ${y - 18 - index * 11}h-${index % 2 ? 9 : 15}" stroke="#fffcf5" stroke-width="2.5"/>`).join('')}`;
}

/** Draws feed that falls into the scoop on the scale. */
function drawFallingFeed(time, from, to, kind) {
  if (time < from || time > to) return '';
  return Array.from({ length: 26 }, (_, index) => {
    const start = from + getPseudorandom(index + 300) * (to - from - 0.5);
    const part = (time - start) / 0.5;
    if (part < 0 || part > 1) return '';
    const x = 440 + (getPseudorandom(index + 200) - 0.5) * 90;
    const y = -20 + part * part * 250;
    return kind === 'muesli'
      ? `<ellipse cx="${x}" cy="${y}" rx="11" ry="6" transform="rotate(${getPseudorandom(index) * 180 + part * 90} ${x} ${y})" fill="${index % 2 ? '#d9a441' : '#8a6a34'}"/>`
      : `<rect x="${x}" y="${y}" width="24" height="9" rx="4" transform="rotate(${getPseudorandom(index) * 180 + part * 90} ${x + 12} ${y + 5})" fill="#93703f"/>`;
  }).join('');
}

/** Draws a paper label with grams. */
const drawWeightLabel = (grams, x, y) =>
  `<g filter="url(#drop)"><rect x="${x}" y="${y}" width="140" height="64" rx="10" fill="#fffcf5"/></g>${drawDigits(grams, x + 122, y + 12, '#1f3d2c')}`;

function drawClipFrame(time) {
  let picture;
  if (time < 20) {
    const kind = time < 15.2 ? 'muesli' : 'pellets';
    // The scoop moves in from the left, and is removed and put back between the two feeds.
    const away = getEasedProgress(time, 15, 15.6) * (1 - getEasedProgress(time, 15.9, 16.5));
    const x = 120 + 264 * getEasedProgress(time, 5, 6.2);
    const y = (time < 5.6 ? 402 - 106 * getEasedProgress(time, 4.8, 5.6) : 296) - 330 * away;
    const level = kind === 'muesli' ? getEasedProgress(time, 10.4, 13.4) : getEasedProgress(time, 16.8, 19);
    const isOn = time >= 6.2;
    const isZeroed = time >= 8;
    let grams = isZeroed ? 0 : EMPTY_SCOOP_GRAMS;
    if (kind === 'muesli') grams += isZeroed ? MUESLI_GRAMS * level * (1 - away) : 0;
    else grams = PELLET_GRAMS * level;
    const press = getEasedProgress(time, 7.6, 7.9) * (1 - getEasedProgress(time, 8.1, 8.5));
    picture = `${drawScale(grams, isOn)}
<g transform="translate(0 ${press * 4})"><circle cx="574" cy="358" r="12" fill="#e7b84b"/></g>
${press > 0 ? `<g filter="url(#drop)" transform="translate(${(1 - press) * 120} ${(1 - press) * 60})"><path d="M570 352q14-12 24 2l110 96-34 44-104-118q-8-14 4-24Z" fill="#e3b48c"/></g>` : ''}
${drawFallingFeed(time, 10.2, 13.4, 'muesli')}${drawFallingFeed(time, 16.6, 19, 'pellets')}
${drawScoop(x, y, level, kind)}`;
  } else {
    const grow = getEasedProgress(time, 20, 21);
    picture = `${drawScoop(110, 402, 1, 'muesli')}${drawScoop(520, 402, 1, 'pellets')}
<g opacity="${grow}" transform="translate(0 ${(1 - grow) * -30})">${drawWeightLabel(MUESLI_GRAMS, 128, 190)}${drawWeightLabel(PELLET_GRAMS, 538, 190)}</g>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CLIP_WIDTH} ${CLIP_HEIGHT}" width="${CLIP_WIDTH}" height="${CLIP_HEIGHT}">
<defs><filter id="drop" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="2" dy="5" stdDeviation="4" flood-color="#2a1c0c" flood-opacity=".25"/></filter></defs>
${BACKDROP_SVG}${picture}</svg>`;
}

await mkdir(folder, { recursive: true });
for (let frame = 0; frame < CLIP_SECONDS * FRAMES_PER_SECOND; frame += 1) {
  const name = `frame-${String(frame).padStart(4, '0')}.png`;
  await sharp(Buffer.from(drawClipFrame(frame / FRAMES_PER_SECOND)))
    .png({ compressionLevel: 1 })
    .toFile(path.join(folder, name));
}
await sharp(Buffer.from(drawClipFrame(POSTER_AT_SECONDS)))
  .webp({ quality: 80 })
  .toFile(path.join(folder, 'weigh-a-scoop.webp'));

const run = promisify(execFile);
const frames = ['-y', '-framerate', String(FRAMES_PER_SECOND), '-i', path.join(folder, 'frame-%04d.png')];
const encodeClip = (name, codec) =>
  run('ffmpeg', [...frames, ...codec, '-pix_fmt', 'yuv420p', '-an', path.join(folder, name)]);
await encodeClip('weigh-a-scoop.webm', ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '40', '-g', '75']);
await encodeClip('weigh-a-scoop.mp4', [
  '-c:v',
  'libx264',
  '-crf',
  '28',
  '-preset',
  'slow',
  '-movflags',
  '+faststart',
]);
