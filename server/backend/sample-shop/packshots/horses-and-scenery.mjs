// Cut-paper drawing kit shared by the packshots and the scenes. No dependencies; safe to run at build time or in SSR.

/** Small deterministic random generator, so the same seed always draws the same picture. */
export function rng(seed) {
  let h = 2166136261;
  for (const ch of String(seed)) h = Math.imul(h ^ ch.charCodeAt(0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507); h = Math.imul(h ^ (h >>> 13), 3266489909); h ^= h >>> 16;
    return (h >>> 0) / 4294967296;
  };
}
export const roundToTenth = (v) => Math.round(v * 10) / 10;

/** Returns a smooth outline through points. A point [x, y, 1] is a corner. */
export function cut(points, closed = true, t = 0.5) {
  const p = points, l = p.length, at = (i) => (closed ? p[(i + l) % l] : p[Math.max(0, Math.min(l - 1, i))]);
  let d = `M${roundToTenth(p[0][0])} ${roundToTenth(p[0][1])}`;
  for (let i = 0; i < (closed ? l : l - 1); i++) {
    const a = at(i - 1), b = at(i), c = at(i + 1), e = at(i + 2);
    const k = t / 3 * 2;
    const c1 = b[2] ? b : [b[0] + (c[0] - a[0]) * k / 2, b[1] + (c[1] - a[1]) * k / 2];
    const c2 = c[2] ? c : [c[0] - (e[0] - b[0]) * k / 2, c[1] - (e[1] - b[1]) * k / 2];
    d += `C${roundToTenth(c1[0])} ${roundToTenth(c1[1])} ${roundToTenth(c2[0])} ${roundToTenth(c2[1])} ${roundToTenth(c[0])} ${roundToTenth(c[1])}`;
  }
  return d + (closed ? 'Z' : '');
}
export const path = (d, fill, extra = '') => `<path d="${d}" fill="${fill}"${extra ? ' ' + extra : ''}/>`;
export const g = (inner, x = 0, y = 0, s = 1, flip = false, extra = '') =>
  `<g transform="translate(${roundToTenth(x)} ${roundToTenth(y)}) scale(${flip ? -s : s} ${s})"${extra ? ' ' + extra : ''}>${inner}</g>`;

/* ---------- horses: all drawn facing right, feet on y = 0, about 340 high ---------- */
const liftPoints = (pts) => pts.map(([x, y, c]) => (c ? [x, y - 300, c] : [x, y - 300]));
const horseParts = {
  near: liftPoints([[338, -42, 1], [347, -18, 1], [360, -6], [376, 22], [393, 50], [399, 64], [394, 76], [384, 80], [374, 76], [366, 66], [352, 56], [338, 50, 1], [326, 74], [316, 98], [311, 122], [302, 148], [298, 172], [293, 204], [291, 220], [285, 232], [283, 258], [287, 270], [294, 284], [304, 300, 1], [276, 300, 1], [274, 286], [270, 272], [270, 254], [269, 228], [264, 208], [258, 182], [248, 172], [222, 181], [190, 182], [164, 172], [146, 164], [136, 178], [124, 200], [111, 220], [107, 234], [104, 258], [108, 272], [114, 286], [122, 300, 1], [94, 300, 1], [94, 286], [89, 272], [86, 252], [81, 228], [78, 216], [86, 200], [84, 182], [68, 154], [58, 124], [60, 96], [74, 74], [104, 62], [142, 66], [184, 74], [216, 68], [240, 54], [262, 36], [288, 4], [310, -14], [328, -22, 1]]),
  farFore: liftPoints([[262, 160], [292, 160], [306, 186], [318, 206], [322, 218], [314, 232], [306, 250], [300, 262], [302, 274], [312, 284, 1], [290, 286, 1], [286, 268], [292, 248], [298, 226], [282, 206], [268, 186]]),
  farHind: liftPoints([[100, 150], [142, 160], [126, 190], [100, 214], [84, 228], [70, 254], [66, 266], [70, 280], [80, 298, 1], [52, 298, 1], [52, 284], [50, 268], [54, 246], [58, 222], [66, 204], [74, 180]]),
  farForeStand: liftPoints([[262, 160], [300, 158], [306, 190], [308, 220], [304, 234], [303, 260], [307, 272], [314, 285], [322, 298, 1], [296, 298, 1], [294, 284], [290, 270], [289, 240], [286, 214], [274, 186]]),
  tail: liftPoints([[66, 82], [50, 92], [38, 124], [34, 160], [40, 196], [30, 228, 1], [48, 214], [56, 232, 1], [62, 196], [60, 160], [62, 124]]),
  mane: liftPoints([[334, -38, 1], [318, -26], [290, -8], [266, 24], [244, 48, 1], [258, 50], [262, 64, 1], [272, 50], [282, 58, 1], [288, 38], [300, 40, 1], [304, 18], [316, 18, 1], [320, 0], [334, 0, 1], [336, -14], [350, 6, 1], [346, -14]]),
};
/** Standing or walking horse. colours: [coat, far legs, mane and tail] */
export function horse([coat, far, hair] = ['#7a4526', '#5c331c', '#2f1d12'], walking = false) {
  return path(cut(walking ? horseParts.farFore : horseParts.farForeStand), far) + path(cut(horseParts.farHind), far) + path(cut(horseParts.tail), hair) + path(cut(horseParts.near), coat) + path(cut(horseParts.mane), hair);
}
const grazingParts = {
  near: liftPoints([[60, 96], [74, 74], [104, 62], [142, 66], [184, 74], [216, 68], [242, 62], [268, 78], [296, 108], [322, 144], [338, 176], [344, 190, 1], [358, 184, 1], [354, 200], [358, 222], [366, 250], [374, 272], [374, 284], [364, 291], [354, 289], [348, 280], [334, 262], [322, 246], [318, 226, 1], [308, 208], [296, 186], [298, 200], [294, 214], [291, 222], [285, 234], [283, 258], [287, 270], [294, 284], [304, 300, 1], [276, 300, 1], [274, 286], [270, 272], [270, 254], [269, 228], [264, 208], [258, 182], [248, 172], [222, 181], [190, 182], [164, 172], [146, 164], [136, 178], [124, 200], [111, 220], [107, 234], [104, 258], [108, 272], [114, 286], [122, 300, 1], [94, 300, 1], [94, 286], [89, 272], [86, 252], [81, 228], [78, 216], [86, 200], [84, 182], [68, 154], [58, 124]]),
  mane: liftPoints([[244, 60, 1], [272, 74], [300, 104], [328, 142], [352, 190, 1], [344, 204], [346, 220, 1], [336, 206], [332, 216, 1], [326, 188], [318, 194, 1], [312, 164], [302, 170, 1], [294, 138], [284, 144, 1], [278, 112], [266, 116, 1], [262, 86]]),
};
export function drawGrazingHorse([coat, far, hair] = ['#7a4526', '#5c331c', '#2f1d12']) {
  return path(cut(horseParts.farFore), far) + path(cut(horseParts.farHind), far) + path(cut(horseParts.tail), hair) + path(cut(grazingParts.near), coat) + path(cut(grazingParts.mane), hair);
}
/*
 * Jumping horse: legs drawn separately from the trunk. Drawn level; rotate the group by about -18 degrees for
 * take-off, +14 for landing.
 */
const jumpParts = {
  trunk: liftPoints([[338, -42, 1], [347, -18, 1], [362, -4], [382, 22], [402, 46], [409, 60], [405, 73], [394, 78], [384, 73], [374, 64], [358, 56], [342, 52, 1], [330, 74], [322, 98], [319, 122], [318, 148], [308, 174], [286, 188], [258, 184], [222, 184], [188, 176], [164, 166], [144, 176], [104, 176], [70, 160], [56, 128], [58, 98], [74, 74], [104, 60], [142, 62], [184, 72], [216, 66], [242, 52], [264, 34], [290, 2], [310, -14], [328, -22, 1]]),
  tail: liftPoints([[66, 78], [44, 72], [14, 78], [-20, 98], [-52, 104, 1], [-34, 116], [-58, 130, 1], [-22, 132], [14, 118], [44, 112], [62, 112]]),
  mane: liftPoints([[334, -38, 1], [316, -30], [284, -16], [258, 12], [226, 38, 1], [244, 42], [236, 58, 1], [256, 48], [262, 60, 1], [276, 40], [290, 44, 1], [298, 22], [312, 24, 1], [318, 2], [332, 4, 1], [336, -12], [350, 8, 1], [346, -14]]),
  foldNear: liftPoints([[270, 150], [306, 140], [330, 158], [352, 172], [372, 180], [380, 192], [374, 206], [356, 214], [338, 222], [324, 232], [316, 244], [304, 254, 1], [290, 236, 1], [304, 226], [318, 214], [334, 204], [340, 198], [322, 196], [296, 192], [274, 182]]),
  foldFar: liftPoints([[276, 150], [308, 132], [336, 144], [364, 154], [388, 158], [398, 168], [394, 182], [378, 192], [360, 202], [346, 216], [336, 226, 1], [320, 212, 1], [334, 200], [348, 188], [358, 180], [336, 180], [302, 180]]),
  kickNear: liftPoints([[60, 108], [100, 104], [150, 150], [140, 176], [116, 196], [86, 206], [58, 210], [40, 220], [16, 240], [-8, 256], [-22, 268], [-30, 284, 1], [-50, 270, 1], [-40, 256], [-22, 242], [0, 224], [14, 206], [22, 194], [38, 182], [52, 160], [56, 134]]),
  kickFar: liftPoints([[64, 112], [104, 108], [146, 160], [118, 184], [84, 190], [54, 190], [30, 196], [2, 210], [-24, 222], [-40, 232], [-52, 246, 1], [-68, 228, 1], [-56, 218], [-36, 206], [-12, 192], [6, 180], [22, 172], [42, 158]]),
  reachNear: liftPoints([[268, 150], [306, 140], [338, 160], [370, 176], [398, 182], [424, 184], [446, 182], [456, 176], [472, 180, 1], [466, 202, 1], [450, 200], [424, 206], [398, 206], [370, 204], [336, 198], [300, 192], [274, 182]]),
  reachFar: liftPoints([[276, 150], [308, 144], [334, 172], [356, 196], [380, 210], [402, 220], [418, 222], [434, 232, 1], [420, 250, 1], [404, 242], [382, 236], [354, 222], [326, 204], [296, 186]]),
};
const createRunningHorse = (near, far) => ([coat, dark, hair]) => path(cut(far[0]), dark) + path(cut(far[1]), dark) + path(cut(jumpParts.tail), hair) + path(cut(near[1]), coat) + path(cut(jumpParts.trunk), coat) + path(cut(near[0]), coat) + path(cut(jumpParts.mane), hair);
/** Over a fence: forelegs folded under the chest, hind legs stretched. */
export const drawJumpingHorse = (colours = ['#7a4526', '#5c331c', '#2f1d12']) => createRunningHorse([jumpParts.foldNear, jumpParts.kickNear], [jumpParts.foldFar, jumpParts.kickFar])(colours);
/** Full gallop: forelegs reaching, hind legs pushing off. */
export const drawGallopingHorse = (colours = ['#7a4526', '#5c331c', '#2f1d12']) => createRunningHorse([jumpParts.reachNear, jumpParts.kickNear], [jumpParts.reachFar, jumpParts.kickFar])(colours);
/** Pony: the horse on shorter legs, rounder, with a thick mane. */
const toPonyPoints = (pts) => pts.map(([x, y, c]) => { const v = y > -128 ? y * .7 : y + 38.4 + (x > 150 && x < 262 && y > -140 && y < -112 ? 8 : 0); return c ? [x, v, c] : [x, v]; });
export function pony([coat, far, hair] = ['#a86a34', '#7f4d24', '#f0dfb8']) {
  const mane = liftPoints([[340, -30, 1], [316, -24], [286, -4], [258, 32], [230, 60, 1], [250, 66], [256, 94, 1], [270, 76], [284, 96, 1], [292, 66], [308, 76, 1], [314, 44], [328, 50, 1], [328, 14], [342, 10, 1], [350, 20, 1], [362, 30, 1], [356, 4], [348, -18]]);
  const tail = liftPoints([[66, 82], [46, 92], [32, 130], [26, 176], [30, 230], [22, 262, 1], [40, 254], [50, 268, 1], [60, 230], [66, 176], [64, 124]]);
  return path(cut(toPonyPoints(horseParts.farForeStand)), far) + path(cut(toPonyPoints(horseParts.farHind)), far) + path(cut(toPonyPoints(tail)), hair) + path(cut(toPonyPoints(horseParts.near)), coat) + path(cut(toPonyPoints(mane)), hair);
}
const foalPoints = {
  near: liftPoints([[268, 62, 1], [276, 84, 1], [288, 94], [300, 114], [308, 128], [304, 140], [294, 142], [284, 134], [272, 132, 1], [262, 144], [254, 160], [250, 178], [248, 196], [246, 216], [240, 228], [239, 258], [242, 272], [248, 286], [256, 300, 1], [232, 300, 1], [230, 286], [227, 270], [226, 228], [221, 210], [214, 196], [194, 198], [168, 198], [150, 190], [144, 202], [132, 218], [122, 232], [119, 258], [122, 274], [128, 288], [134, 300, 1], [110, 300, 1], [109, 286], [105, 272], [102, 250], [96, 232], [102, 212], [96, 188], [92, 164], [98, 144], [118, 132], [146, 136], [176, 140], [200, 132], [220, 112], [240, 92], [258, 80, 1]]),
  farFore: liftPoints([[214, 180], [246, 178], [258, 204], [266, 220], [262, 234], [260, 262], [264, 276], [270, 298, 1], [248, 298, 1], [246, 270], [246, 236], [234, 214]]),
  farHind: liftPoints([[116, 176], [148, 182], [128, 214], [104, 236], [92, 256], [88, 270], [94, 298, 1], [70, 298, 1], [72, 272], [76, 246], [88, 222], [92, 200]]),
  tail: liftPoints([[98, 146], [84, 152], [76, 176], [78, 204, 1], [86, 194], [92, 206, 1], [96, 176]]),
  mane: liftPoints([[266, 66, 1], [250, 74], [228, 92], [208, 120, 1], [218, 122, 1], [228, 112], [238, 112, 1], [246, 98], [256, 100, 1], [262, 90], [276, 98, 1]]),
};
export function foal([coat, far, hair] = ['#a2643a', '#84502c', '#4a2c18']) {
  return path(cut(foalPoints.farFore), far) + path(cut(foalPoints.farHind), far) + path(cut(foalPoints.tail), hair) + path(cut(foalPoints.near), coat) + path(cut(foalPoints.mane), hair);
}
/* Head and neck, profile, facing right, box about 300 x 330, neck cut at y = 330 */
const headPoints = {
  neck: [[20, 330, 1], [26, 250], [46, 176], [82, 104], [118, 62], [140, 46], [142, 8, 1], [160, 30], [166, 50], [186, 70], [206, 108], [228, 152], [252, 190], [262, 212], [260, 236], [246, 252], [228, 256], [214, 248], [200, 232], [182, 218], [160, 208], [150, 200, 1], [146, 226], [158, 262], [180, 300], [196, 330, 1]],
  mane: [[136, 22, 1], [112, 44], [70, 92], [34, 162], [10, 240], [2, 330, 1], [44, 330, 1], [40, 286], [58, 262, 1], [54, 236], [76, 214, 1], [68, 190], [92, 172, 1], [86, 148], [112, 136, 1], [104, 112], [132, 106, 1], [124, 86], [152, 92, 1], [150, 70], [172, 86, 1], [160, 58], [148, 44]],
  cheek: [[128, 132], [152, 116], [178, 130], [190, 158], [178, 186], [160, 206], [148, 198, 1], [130, 168]],
};
export function drawHorseHead([coat, hair, cheek, dark] = ['#7a4526', '#2f1d12', '#8a5230', '#1d120b']) {
  return path(cut(headPoints.neck), coat) + path(cut(headPoints.cheek), cheek) + path(cut(headPoints.mane), hair) +
    `<path d="M166 96q12-8 21 4q-11 9-21-4Z" fill="${dark}"/><path d="M240 206q9-2 10 7q-8 1-10-7Z" fill="${dark}"/><path d="M221 238q12 2 24-3" fill="none" stroke="${dark}" stroke-width="3" stroke-linecap="round"/>`;
}
/** Head in one colour, for small icons and the wordmark. */
export const drawHeadSilhouette = (fill, hair) => path(cut(headPoints.neck), fill) + (hair ? path(cut(headPoints.mane), hair) : '');

/* ---------- plants and scenery ---------- */
export function drawOatEar(color, grain, h = 200, seed = 1) {
  const r = rng(seed); let stalks = `M0 0C4 ${roundToTenth(-h * .4)} -6 ${roundToTenth(-h * .7)} 8 ${roundToTenth(-h)}`, grains = '';
  const spikelet = (x0, y, deg, len, base) => { // a drop-shaped grain, rotated around its base
    const a = deg * Math.PI / 180, c = Math.cos(a), s = Math.sin(a), at = (x, v) => `${roundToTenth(x0 + x * c - v * s)} ${roundToTenth(y + x * s + v * c)}`;
    if (base) stalks += `M${at(0, 0)}L${at(0, -len * .7)}`;
    grains += `M${at(0, -len * .55)}C${at(len * .3, -len * .75)} ${at(len * .2, -len * 1.15)} ${at(0, -len * 1.35)}C${at(-len * .2, -len * 1.15)} ${at(-len * .3, -len * .75)} ${at(0, -len * .55)}Z`;
  };
  for (let i = 0; i < 9; i++) spikelet(i * .4, -h * (.42 + i * .068), (i % 2 ? 1 : -1) * (38 + r() * 18 - i * 2), h * (.17 - i * .008), true);
  spikelet(8, -h + h * .11, 0, h * .21, false);
  return `<path d="${stalks}" fill="none" stroke="${color}" stroke-width="${roundToTenth(h * .015)}" stroke-linecap="round"/><path d="${grains}" fill="${grain}"/>`;
}
export function grass(color, w = 80, h = 50, seed = 1) {
  const r = rng('g' + seed); let d = '';
  const k = Math.max(4, Math.round(w / 12));
  for (let i = 0; i < k; i++) { const x = i * w / k, b = 5 + r() * 4, t = h * (.5 + r() * .5), l = (r() - .5) * h * .8; d += `M${roundToTenth(x)} 0Q${roundToTenth(x + l * .3)} ${roundToTenth(-t * .6)} ${roundToTenth(x + l)} ${roundToTenth(-t)}Q${roundToTenth(x + b + l * .2)} ${roundToTenth(-t * .5)} ${roundToTenth(x + b)} 0Z`; }
  return path(d, color);
}
/** A hilly land layer from left to right. */
export function land(w, h, y, amp, seed, fill, steps = 6, extra = '') {
  const r = rng(seed), pts = [];
  for (let i = 0; i <= steps; i++) pts.push([i * w / steps, y + (r() - .5) * 2 * amp]);
  pts[0] = [-10, pts[0][1]]; pts[steps] = [w + 10, pts[steps][1]];
  const d = cut(pts, false, .9) + `L${w + 10} ${h + 10}L-10 ${h + 10}Z`;
  return path(d, fill, extra);
}
export function tree(fill, dark, trunk, s = 1, seed = 1) {
  const r = rng('t' + seed), crown = (cx, cy, rad) => { const p = []; for (let i = 0; i < 11; i++) { const a = i / 11 * Math.PI * 2, q = rad * (.86 + r() * .26); p.push([cx + Math.cos(a) * q * .92, cy + Math.sin(a) * q]); } return cut(p, true, .8); };
  return g(path('M-7 0L-4 -70L4 -70L8 0Z', trunk) + path(crown(0, -112, 56), dark) + path(crown(-12, -124, 42), fill), 0, 0, s);
}
export function poplar(fill, dark, s = 1) {
  return g(path('M-5 0L-3 -40H3L5 0Z', dark) + path('M0 -240C30 -190 38 -110 22 -24C8 -14 -10 -14 -22 -24C-38 -104 -26 -186 0 -240Z', dark) + path('M-2 -232C14 -186 14 -110 2 -26C-8 -18 -16 -20 -22 -24C-38 -104 -26 -184 -2 -232Z', fill), 0, 0, s);
}
export function fence(w, color, dark, posts = 6, h = 70) {
  let s = '', step = w / (posts - 1);
  s += path(`M0 ${-h * .82}L${w} ${-h * .86}V${-h * .7}L0 ${-h * .66}Z`, color) + path(`M0 ${-h * .44}L${w} ${-h * .42}V${-h * .26}L0 ${-h * .28}Z`, color);
  for (let i = 0; i < posts; i++) s += path(`M${roundToTenth(i * step - 6)} 4L${roundToTenth(i * step - 5)} ${-h}L${roundToTenth(i * step + 1)} ${-h - 6}L${roundToTenth(i * step + 7)} ${-h}L${roundToTenth(i * step + 7)} 4Z`, dark);
  return s;
}
export const bird = (fill, s = 1) => g(path('M0 0C-10 -12 -22 -14 -34 -8C-22 -8 -12 -2 -2 8C8 -4 18 -12 32 -12C20 -18 8 -12 0 0Z', fill), 0, 0, s);
export function bale(fill, dark, line, r = 60) {
  const spiral = `M${-r * .1} ${-r}C${r * .35} ${-r * 1.3} ${r * .5} ${-r * .7} ${r * .1} ${-r * .62}C${-r * .55} ${-r * .55} ${-r * .6} ${-r * 1.5} ${r * .1} ${-r * 1.55}C${r * .8} ${-r * 1.5} ${r * .9} ${-r * .5} ${r * .1} ${-r * .32}`;
  return path(`M0 0H${r * 1.5}A${r} ${r} 0 0 0 ${r * 1.5} ${-2 * r}H0Z`, dark) + `<path d="M${r * 1.5} 0A${r} ${r} 0 0 0 ${r * 1.5} ${-2 * r}" fill="none"/>` + `<circle cx="0" cy="${-r}" r="${r}" fill="${fill}"/>` + `<path d="${spiral}" fill="none" stroke="${line}" stroke-width="${roundToTenth(r * .06)}" stroke-linecap="round"/>`;
}
