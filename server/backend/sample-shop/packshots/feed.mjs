// Draws the feed itself, out of its pack: heaped in its measuring scoop, or in a bowl if it has none.
import { cut, path, rng, roundToTenth as r1 } from './horses-and-scenery.mjs';

const drawPath = (d, fill, x) => path(d, fill, x);

/* ---------- materials: look of a piece in a mix, and its colours from light to dark ---------- */
const M = (look, ...tones) => ({ look, tones });
const green = ['#a8b06a', '#7d8f4a', '#5b7438'], pale = ['#f6e7b8', '#ecd596', '#d8b96f'], tan = ['#e3bd7c', '#cfa05c', '#b38345'], brown = ['#a37a4e', '#86603a', '#6b4a2c'];
const materials = new Map(Object.entries({
  oats: M('grain', '#e9cd8c', '#d9b56a', '#c0964a'), barley: M('grain', '#e2c07a', '#cda45a', '#b0853f'), maize: M('grain', '#f2c24a', '#e0a52e', '#c4861e'),
  rice: M('grain', '#f4e9c4', '#e4d49c', '#c4b070'),
  oat_flakes: M('flake', ...pale), barley_flakes: M('flake', ...tan), maize_flakes: M('flake', '#f7d25e', '#eebd45', '#d99a2b'), pea_flakes: M('flake', '#b9c46a', '#95a84a', '#788a38'), soy_flakes: M('flake', '#f3e3a4', '#e6cd7c', '#cfb056'),
  oat_hulls: M('husk', '#e6d09c', '#d3b677', '#b99a58'), soy_hulls: M('husk', '#e2cba0', '#cfb27c', '#b4945c'), spelt_husks: M('husk', '#e6cf98', '#d0b272', '#b49454'), rice_bran: M('crumb', '#e6d2a0', '#d2b87c', '#b89a5c'), wheat_bran: M('husk', '#d8b07c', '#bd905a', '#9c7240'),
  lucerne: M('stem', ...green), timothy: M('stem', '#bcc07c', '#98a458', '#748644'), grass_meal: M('stem', '#8f9c56', '#6f8244', '#556a34'), meadow_hay: M('stem', '#c4bd7c', '#a39f5a', '#827f42'), herb_hay: M('stem', '#b4b872', '#8f9c50', '#6c7f3c'), barley_straw: M('straw', '#f2dc92', '#e2c268', '#c9a248'),
  beet_pulp: M('shred', '#b9a88a', '#98866a', '#786850'), carrot: M('cube', '#f0904a', '#dd7428', '#b95a18'), apple_pulp: M('cube', '#c98a5a', '#a9653c', '#85472a'), rosehip: M('cube', '#d0563c', '#b23a24', '#8a2818'),
  herbs: M('leaf', '#7da05a', '#5a8040', '#3f6230'), thyme: M('leaf', '#93a47c', '#6f8460', '#536a48'), ribwort: M('leaf', '#8aa050', '#66803a', '#4a642a'), garlic: M('cube', '#f8f0da', '#ecdfbe', '#d6c498'),
  linseed: M('seed', ...brown), linseed_exp: M('crumb', '#b08a5c', '#946e44', '#785634'), sunflower_meal: M('crumb', '#a8946c', '#8a7650', '#6c5a3c'), soy_meal: M('crumb', '#e2c48a', '#cba868', '#b08c4e'), brewers_yeast: M('crumb', '#e8cc94', '#d4b272', '#b99656'),
  pea_protein: M('crumb', '#f2e4b4', '#e4d094', '#ccb474'), potato_prot: M('crumb', '#e8dcc0', '#d6c6a2', '#bda982'), skim_milk: M('crumb', '#fffaea', '#f8efd4', '#e6d8b2'), whey: M('crumb', '#fdf6dc', '#f4e8c0', '#e0d09c'),
  calcium_carb: M('dust', '#faf7f0', '#ece6da', '#d6cec0'), mcp: M('dust', '#f2eee6', '#e2dcd0', '#ccc4b6'), salt: M('dust', '#fffdf8', '#f2ede4', '#dcd4c8'), kcl: M('dust', '#fdf4ee', '#f2e4da', '#dccabc'), mgo: M('dust', '#e6ddd0', '#d2c6b6', '#b8aa98'), mgfum: M('dust', '#fbf8f2', '#efeae0', '#dad2c4'), dextrose: M('dust', '#fffefa', '#f6f2ea', '#e2dccf'),
  msm: M('dust', '#fdfcf8', '#f0eee8', '#dad6cc'), glucosamine: M('dust', '#faf4e6', '#eee4ce', '#d8cab0'), inulin: M('dust', '#fdfaf0', '#f2ecdc', '#dcd4c0'), pectin: M('dust', '#f4e8cc', '#e4d4b0', '#cab890'), palm_fat: M('dust', '#fdf3d4', '#f4e4b4', '#e0cc94'),
  molasses: M('none', '#5c3a1e', '#472a14', '#341e0e'), linseed_oil: M('none', '#f0bd4a', '#d99a2b', '#b87c1a'), rice_oil: M('none', '#f0d878', '#e0bf52', '#c4a038'), soy_oil: M('none', '#f6dc84', '#e8c45c', '#cca63c'),
}));
/** Unknown materials look like meal in a neutral colour. */
const unknownMaterial = M('crumb', '#dcc294', '#c4a672', '#a88a58');
const getMaterial = (key) => materials.get(key) ?? unknownMaterial;
/** Source of each oil. */
const oilSources = new Map([['linseed_oil', 'linseed'], ['rice_oil', 'rice']]);

/* ---------- colours ---------- */
/** Returns true for a dark colour. */
export const isDarkColour = (colour) => { const [red, green, blue] = parseHexColour(colour); return red * .3 + green * .59 + blue * .11 < 140; };
const parseHexColour = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const hex = (v) => '#' + v.map((c) => Math.max(0, Math.min(255, Math.round(c))).toString(16).padStart(2, '0')).join('');
const blend = (a, b, k) => hex(parseHexColour(a).map((v, i) => v + (parseHexColour(b)[i] - v) * k));
/** Returns the colours of a ground mixture: light, middle and dark. */
function mix(parts) {
  const sum = parts.reduce((total, [, share]) => total + share, 0);
  return [0, 1, 2].map((tone) => (sum > 0 ? hex([0, 1, 2].map((i) => parts.reduce((v, [key, share]) => v + parseHexColour(getMaterial(key).tones[tone])[i] * share, 0) / sum)) : unknownMaterial.tones[tone]));
}
const getPressedTones = (tones) => [blend(tones[0], '#a07c4a', .2), blend(tones[1], '#7d5a32', .24), blend(tones[2], '#4a3018', .32)];

/* ---------- one piece of feed, about 20 wide, centred at 0 0 ---------- */
const createBlobPath = (r, a, b, k = 8, rough = .22) => cut(Array.from({ length: k }, (_, i) => { const t = i / k * Math.PI * 2, q = 1 - rough / 2 + r() * rough; return [r1(Math.cos(t) * a * q), r1(Math.sin(t) * b * q)]; }), true, .9);
const pieces = {
  flake: (r, [light, base, dark]) => { const a = 12 + r() * 3, b = 8 + r() * 3; return drawPath(createBlobPath(r, a, b), base) + drawPath(`M${r1(-a * .7)} ${r1(b * .1)}Q0 ${r1(-b * .9)} ${r1(a * .75)} ${r1(-b * .1)}Q0 ${r1(-b * .2)} ${r1(-a * .7)} ${r1(b * .1)}Z`, light) + `<path d="M${r1(-a * .6)} ${r1(b * .35)}Q0 ${r1(b * .1)} ${r1(a * .6)} ${r1(b * .3)}" fill="none" stroke="${dark}" stroke-width="1.6" stroke-linecap="round"/>`; },
  grain: (r, [light, base, dark]) => { const l = 15 + r() * 3, w = 5.4 + r(); return drawPath(`M${r1(-l)} 0C${r1(-l * .5)} ${r1(-w * 1.3)} ${r1(l * .5)} ${r1(-w * 1.2)} ${r1(l)} 0C${r1(l * .5)} ${r1(w * 1.2)} ${r1(-l * .5)} ${r1(w * 1.3)} ${r1(-l)} 0Z`, base) + drawPath(`M${r1(-l)} 0C${r1(-l * .5)} ${r1(-w * 1.3)} ${r1(l * .5)} ${r1(-w * 1.2)} ${r1(l)} 0C${r1(l * .4)} ${r1(-w * .3)} ${r1(-l * .4)} ${r1(-w * .3)} ${r1(-l)} 0Z`, light) + `<path d="M${r1(-l * .7)} ${r1(w * .3)}H${r1(l * .6)}" stroke="${dark}" stroke-width="1.5" stroke-linecap="round"/>`; },
  husk: (r, [light, base]) => drawPath(`M-9 1C-5 -6 5 -6 9 0C4 3 -4 4 -9 1Z`, r() < .5 ? light : base),
  stem: (r, [light, base, dark]) => { const l = 15 + r() * 12, w = 2.4 + r() * 1.6, bend = (r() - .5) * 7; return drawPath(`M${r1(-l)} ${r1(-w)}Q0 ${r1(bend - w)} ${r1(l)} ${r1(-w * .8)}L${r1(l - 1)} ${r1(w * .8)}Q0 ${r1(bend + w)} ${r1(-l + 1)} ${r1(w)}Z`, [light, base, base, dark][Math.floor(r() * 4)]); },
  straw: (r, [light, base, dark]) => { const l = 20 + r() * 16, w = 3.4; return drawPath(`M${r1(-l)} ${-w}H${r1(l)}V${w}H${r1(-l)}Z`, r() < .4 ? light : base) + drawPath(`M${r1(-l)} 1H${r1(l)}V${w}H${r1(-l)}Z`, dark, 'opacity=".55"'); },
  shred: (r, [light, base, dark]) => { const l = 11 + r() * 7; return drawPath(createBlobPath(r, l, 4.6, 9, .5), r() < .35 ? light : r() < .8 ? base : dark); },
  cube: (r, [light, base, dark]) => { const s = 7 + r() * 2.5; return drawPath(`M${r1(-s)} ${r1(-s * .7)}L${r1(s * .8)} ${r1(-s)}L${r1(s)} ${r1(s * .6)}L${r1(-s * .7)} ${r1(s)}Z`, base) + drawPath(`M${r1(-s)} ${r1(-s * .7)}L${r1(s * .8)} ${r1(-s)}L${r1(s * .5)} ${r1(-s * .3)}L${r1(-s * .6)} ${r1(-s * .1)}Z`, light) + drawPath(`M${r1(s * .5)} ${r1(-s * .3)}L${r1(s * .8)} ${r1(-s)}L${r1(s)} ${r1(s * .6)}Z`, dark); },
  leaf: (r, [light, base, dark]) => { const l = 13 + r() * 6, w = 4.5 + r() * 2; return drawPath(`M${r1(-l)} 0Q${r1(-l * .2)} ${r1(-w * 1.8)} ${r1(l)} 0Q${r1(-l * .2)} ${r1(w * 1.8)} ${r1(-l)} 0Z`, r() < .5 ? base : dark) + `<path d="M${r1(-l)} 0H${r1(l * .7)}" stroke="${light}" stroke-width="1.4" stroke-linecap="round"/>`; },
  seed: (r, [light, base, dark]) => drawPath('M-7.5 0C-4 -5 4 -4.6 8 0C4 4.6 -4 5 -7.5 0Z', r() < .5 ? base : dark) + drawPath('M-4 -1.2C-1 -3 3 -2.6 5 -.8C2 -1.4 -1 -1.2 -4 -1.2Z', light),
  crumb: (r, [light, base, dark]) => drawPath(createBlobPath(r, 4.6 + r() * 2, 3.6 + r() * 1.4, 7, .4), [light, base, dark][Math.floor(r() * 3)]),
  dust: (r, [light, base, dark]) => drawPath(createBlobPath(r, 3 + r() * 1.2, 2.4 + r(), 6, .3), [light, base, dark][Math.floor(r() * 3)]),
  pellet: (r, [light, base, dark]) => rod(r, [light, base, dark], 15 + r() * 7, 6.6),
  cob: (r, [light, base, dark]) => rod(r, [light, base, dark], 18 + r() * 8, 11) + `<path d="M-8 -4L2 -6M-2 4L9 2M-11 1L-5 0" stroke="${light}" stroke-width="1.6" stroke-linecap="round"/>`,
  treat: (r, [light, base, dark]) => drawPath('M-26 -9C-26 -13 -23 -15 -19 -15H19C23 -15 26 -13 26 -9V11C26 15 23 17 19 17H-19C-23 17 -26 15 -26 11Z', dark) + drawPath('M-26 -9C-26 -13 -23 -15 -19 -15H19C23 -15 26 -13 26 -9V7C26 11 23 13 19 13H-19C-23 13 -26 11 -26 7Z', base) + drawPath('M-20 -11H18C12 -7 -8 -6 -20 -5Z', light) + `<path d="M0 -14V12" stroke="${dark}" stroke-width="3"/>`,
};
/** A short rod with a straight cut. Its face is visible at one end. */
function rod(r, [light, base, dark], l, w) {
  const turn = r() < .5 ? 1 : -1;
  return drawPath(`M${r1(-l)} ${-w}H${r1(l)}A${r1(w * .5)} ${w} 0 0 1 ${r1(l)} ${w}H${r1(-l)}A${r1(w * .5)} ${w} 0 0 1 ${r1(-l)} ${-w}Z`, base) + drawPath(`M${r1(-l)} ${r1(w * .2)}H${r1(l)}V${w}H${r1(-l)}Z`, dark, 'opacity=".5"') + drawPath(`M${r1(-l)} ${r1(-w * .75)}H${r1(l)}V${r1(-w * .3)}H${r1(-l)}Z`, light, 'opacity=".7"') +
    `<ellipse cx="${r1(turn * l)}" cy="0" rx="${r1(w * .5)}" ry="${w}" fill="${light}"/><ellipse cx="${r1(turn * l)}" cy="0" rx="${r1(w * .26)}" ry="${r1(w * .62)}" fill="${base}"/>`;
}

/* ---------- pieces of each form of feed ---------- */
const filterByLook = (parts, looks) => parts.filter(([key]) => looks.includes(getMaterial(key).look));
const createSingleKind = (look, tones) => [{ look, tones, share: 1 }];
const createKindsFromParts = (parts, rename = {}) => parts.map(([key, share]) => ({ look: rename[getMaterial(key).look] ?? getMaterial(key).look, tones: getMaterial(key).tones, share }));
const visible = ['flake', 'grain', 'husk', 'stem', 'straw', 'shred', 'cube', 'leaf', 'seed'];
const loose = (parts, rename) => { const seen = filterByLook(parts, visible); return seen.length > 0 ? createKindsFromParts(seen, rename) : createSingleKind('crumb', mix(parts)); };
/**
 * Each form: its pieces, their size, their number in a heap, the height of the heap, and the number next to
 * it.
 */
const heapForms = {
  loose: (parts) => ({ kinds: loose(parts), size: 1.08, dense: 1, high: 1, spill: 18 }),
  rolled: (parts) => ({ kinds: loose(parts, { grain: 'flake' }), size: 1.12, dense: 1, high: 1, spill: 20 }),
  chaff: (parts) => ({ kinds: loose(parts), size: 1.25, dense: 1.25, high: 1.3, spill: 24, wild: true }),
  pellet: (parts) => ({ kinds: createSingleKind('pellet', getPressedTones(mix(parts))), size: 1, dense: .92, high: .9, spill: 13 }),
  cob: (parts) => ({ kinds: createSingleKind('cob', getPressedTones(mix(parts))), size: 1.1, dense: .62, high: .95, spill: 6 }),
  powder: (parts) => ({ kinds: [{ look: 'dust', tones: mix(parts), share: 1 }, ...createKindsFromParts(filterByLook(parts, ['crumb', 'seed', 'leaf']), { seed: 'crumb', leaf: 'crumb' }).map((kind) => ({ ...kind, share: kind.share / 400 }))], size: 1, dense: .5, high: .8, spill: 40, smooth: true }),
  treat: (parts) => ({ kinds: createSingleKind('treat', mix(parts)), size: 1, dense: .3, high: 1.1, spill: 3 }),
  oil: (parts) => ({ kinds: createKindsFromParts(parts.flatMap(([key, share]) => (oilSources.has(key) ? [[oilSources.get(key), share]] : []))), size: 1.1, dense: .5, high: 0, spill: 16 }),
};
export const feedForms = Object.keys(heapForms);

function pickKind(kinds, r) {
  let at = r() * kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.find(({ share }) => (at -= share) < 0) ?? kinds[kinds.length - 1];
}
/** Scatters pieces over an area, those at the back first, so that nearer ones cover them. */
function scatterPieces(r, form, count, spot, scale) {
  if (form.kinds.length === 0) return '';
  return Array.from({ length: count }, (_, i) => spot(r, i)).sort((a, b) => a[1] - b[1]).map(([x, y]) => {
    const kind = pickKind(form.kinds, r), flat = kind.look === 'treat' ? 40 : form.wild ? 170 : 150;
    const turn = (r() - .5) * flat, k = form.size * scale * (.9 + r() * .25);
    const shadow = kind.look === 'dust' || kind.look === 'crumb' ? '' : `<ellipse cx="2" cy="5" rx="${kind.look === 'treat' ? 26 : 11}" ry="${kind.look === 'treat' ? 14 : 6}" fill="#2a1804" opacity=".16"/>`;
    return `<g transform="translate(${r1(x)} ${r1(y)}) rotate(${r1(turn)}) scale(${r1(k * 100) / 100})">${shadow}${pieces[kind.look](r, kind.tones)}</g>`;
  }).join('');
}

/* ---------- containers ---------- */
/** Draws the shadow below a container. */
export const drawGroundShadow = (cx, y, rx) => `<ellipse cx="${cx}" cy="${y}" rx="${r1(rx)}" ry="15" fill="#2a1c0c" opacity=".16"/><ellipse cx="${cx}" cy="${y - 2}" rx="${r1(rx * .86)}" ry="8" fill="#2a1c0c" opacity=".2"/>`;
/** A heap above the rim: its outline, and a function for a position in it. */
function heap(form, { cx, y, rx, ry }, height) {
  const wide = rx * .95, top = (x) => height * Math.max(0, 1 - ((x - cx) / wide) ** 2) ** .85, low = form.smooth ? 1 : .86;
  const steps = 12, edge = Array.from({ length: steps + 1 }, (_, i) => { const x = cx - wide + 2 * wide * i / steps; return [r1(x), r1(y - top(x) * low)]; });
  const ground = cut(edge, false, .9) + `A${wide} ${ry} 0 0 1 ${cx - wide} ${y}Z`;
  const spot = (rnd, i) => { const x = cx - wide * .97 + (i * .7548777 + rnd() * .04) % 1 * wide * 1.94, up = top(x), low = ry * .92 * Math.sqrt(Math.max(0, 1 - ((x - cx) / wide) ** 2)); return [x, y + low - Math.sqrt(rnd()) * (up + low) * .99 * (rnd() < .5 ? 1 : rnd())]; };
  return { ground, spot, area: wide * (height + ry) };
}
/** Pieces that fell on the ground next to the container. */
const drawSpilledPieces = (r, form, cx, y, wide, count, scale) => scatterPieces(r, form, count, (rnd) => { const t = (rnd() + rnd() + rnd()) / 1.5 - 1; return [cx + t * wide, y + (rnd() - .5) * 22 - (1 - Math.abs(t)) * 10]; }, scale);

/** Returns the scale of a scoop: 1 for a litre, three quarters for 25 ml. */
const getScoopScale = (measure) => (measure ? Math.max(.74, Math.min(1, .66 + Math.log10(measure / 10) * .17)) : 1);
function drawVessel(form, o, c, r, letters) {
  const [light, base, dark] = mix(o.parts), measure = o.measure, size = getScoopScale(measure), isOil = o.form === 'oil';
  const scoop = measure ? { cx: 306, y: 652 - 322 * size, rx: 172 * size, ry: 38 * size, foot: 126 * size } : { cx: 300, y: 462, rx: 214, ry: 50, foot: 128 };
  const B = 652, { cx, y, rx, ry, foot } = scoop, print = isOil ? c.dark : isDarkColour(c.base) ? '#fffaf0' : c.ink;
  const body = `M${cx - rx} ${y}A${rx} ${ry} 0 0 0 ${cx + rx} ${y}L${cx + foot} ${B - 10}C${cx + foot * .5} ${B + 6} ${cx - foot * .5} ${B + 6} ${cx - foot} ${B - 10}Z`;
  const side = `M${cx + rx * .36} ${r1(y + ry * .93)}A${rx} ${ry} 0 0 0 ${cx + rx} ${y}L${cx + foot} ${B - 10}C${cx + foot * .8} ${B - 4} ${cx + foot * .6} ${B} ${cx + foot * .34} ${B + 1}Z`;
  const back = `<ellipse cx="${cx}" cy="${y}" rx="${rx}" ry="${ry}" fill="${isOil ? '#fffaf0' : c.dark}"/>`;
  const handle = measure ? drawPath(`M${cx - rx * .93} ${r1(y + 54 * size)}C${r1(cx - rx - 92 * size)} ${r1(y + 34 * size)} ${r1(cx - rx - 96 * size)} ${r1(y + 168 * size)} ${r1(cx - rx * .8)} ${r1(y + 200 * size)}L${r1(cx - rx * .84)} ${r1(y + 160 * size)}C${r1(cx - rx - 46 * size)} ${r1(y + 140 * size)} ${r1(cx - rx - 44 * size)} ${r1(y + 82 * size)} ${r1(cx - rx * .9)} ${r1(y + 94 * size)}Z`, c.dark) : '';
  const count = measure ? 10 : 0, marks = Array.from({ length: count }, (_, i) => { const v = y + ry + (B - 34 - y - ry) * (i + .6) / count, inset = (v - y) / (B - y) * (rx - foot) - 8 * size; return `M${r1(cx - rx + 30 * size + inset)} ${r1(v)}h${i % 5 === 4 || i === 0 ? 46 * size : 26 * size}`; }).join('');
  const h = heap(form, scoop, (measure ? 112 * size : 132) * form.high);
  const n = Math.round(h.area / 190 * form.dense / (form.size * form.size));
  let s = drawGroundShadow(cx, B + 2, foot * 1.5 + 40) + handle + back;
  if (isOil) {
    const level = y + ry + 26 * size, at = rx - (level - y) / (B - y) * (rx - foot) - 9;
    s += drawPath(body, '#fffdf4', 'opacity=".72"') + drawPath(`M${r1(cx - at)} ${r1(level)}A${r1(at)} ${r1(ry * .8)} 0 0 0 ${r1(cx + at)} ${r1(level)}L${cx + foot - 9} ${B - 20}C${cx + foot * .5} ${B - 6} ${cx - foot * .5} ${B - 6} ${cx - foot + 9} ${B - 20}Z`, base) + `<ellipse cx="${cx}" cy="${r1(level)}" rx="${r1(at)}" ry="${r1(ry * .8)}" fill="${light}"/>` + drawPath(`M${r1(cx - at * .6)} ${r1(level - 4)}Q${cx} ${r1(level - ry * .5)} ${r1(cx + at * .7)} ${r1(level - 2)}Q${cx} ${r1(level - ry * .1)} ${r1(cx - at * .6)} ${r1(level - 4)}Z`, '#fff', 'opacity=".4"');
    s += drawPath(side, dark, 'opacity=".2"') + drawPath(`M${cx - rx} ${y}A${rx} ${ry} 0 0 0 ${cx + rx} ${y}`, 'none', `stroke="${c.dark}" stroke-width="7" stroke-linecap="round"`) + drawPath(`M${cx - rx} ${y}A${rx} ${ry} 0 0 1 ${cx + rx} ${y}`, 'none', `stroke="${c.dark}" stroke-width="5"`) + drawPath(`M${r1(cx + rx * .62)} ${r1(y + ry + 30 * size)}L${r1(cx + foot * .78)} ${B - 40}`, 'none', 'stroke="#fff" stroke-width="11" stroke-linecap="round" opacity=".45"');
  } else {
    s += drawPath(h.ground, form.smooth ? base : dark);
    if (form.smooth) s += drawPath(`M${r1(cx - rx * .7)} ${r1(y - 18 * size)}C${r1(cx - rx * .3)} ${r1(y - 92 * size * form.high)} ${r1(cx + rx * .1)} ${r1(y - 98 * size * form.high)} ${r1(cx + rx * .3)} ${r1(y - 88 * size * form.high)}C${r1(cx)} ${r1(y - 52 * size)} ${r1(cx - rx * .3)} ${r1(y - 30 * size)} ${r1(cx - rx * .7)} ${r1(y - 18 * size)}Z`, light);
    s += scatterPieces(r, form, n, h.spot, 1.42) + drawPath(body, c.base) + drawPath(side, '#000', 'opacity=".15"') + drawPath(`M${cx - rx} ${y}A${rx} ${ry} 0 0 0 ${cx + rx} ${y}`, 'none', `stroke="${c.dark}" stroke-width="9" stroke-linecap="round"`);
    s += drawPath(`M${r1(cx - rx * .98)} ${r1(y + 22)}L${cx - foot} ${B - 10}C${r1(cx - foot * .9)} ${B - 6} ${r1(cx - foot * .84)} ${B - 4} ${r1(cx - foot * .78)} ${B - 3}L${r1(cx - rx * .8)} ${r1(y + ry * .6 + 12)}Z`, '#fff', 'opacity=".1"');
  }
  s += marks ? `<path d="${marks}" stroke="${print}" stroke-width="${r1(5 * size)}" stroke-linecap="round" fill="none"/>` : '';
  // Larger and fractional numbers are written differently in other languages, so they are omitted.
  if (!Number.isInteger(measure) || measure <= 0 || (measure > 999 && measure % 1000)) return s;
  const words = measure % 1000 ? `${measure} ml` : `${measure / 1000} l`;
  return s + letters(words, { size: (words.length > 4 ? 44 : 58) * size, x: cx + rx * .2, y: y + 176 * size, anchor: 'middle', fill: print });
}

/**
 * Draws feed.
 *
 * @param {object} o form: one of `feedForms`; parts: [material, percent] by weight; measure: capacity of
 *   the filled scoop in millilitres, or null for a bowl
 * @param {object} c colours of the scoop, a set of `ways`
 * @param {(words: string, options: object) => string} letters draws text as outlines
 */
export function feed(o, c, letters) {
  const form = heapForms[o.form](o.parts), r = rng(o.uid), [light, base] = mix(o.parts);
  const pile = form.smooth ? drawPath('M318 672C348 626 420 606 456 614C502 624 536 650 552 672C490 684 384 684 318 672Z', base) + drawPath('M366 646C396 622 430 612 456 620C436 628 404 638 366 646Z', light) : '';
  return drawVessel(form, o, c, r, letters) + pile + drawSpilledPieces(r, form, form.smooth ? 440 : 424, 664, form.smooth ? 100 : 118, form.spill, 1.42);
}
