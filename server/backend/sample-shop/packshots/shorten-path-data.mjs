// Shortens path data. lean() rewrites one path with relative commands and few decimals; place() also scales
// and moves a glyph outline into the picture. Deltas are relative to the rounded position, so errors do not
// add up. No dependencies.
const ARGUMENT_COUNTS = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, T: 2, S: 4, A: 7, Z: 0 };
const formatShortNumber = (value, dec) => {
  let s = value.toFixed(dec);
  if (s.includes('.')) s = s.replace(/\.?0+$/, '');
  s = s.replace(/^(-?)0\./, '$1.');
  return s === '-0' ? '0' : s;
};
const join = (parts, before = '') => {
  let out = '', prev = before;
  for (const s of parts) { out += (prev && s[0] !== '-' && !(s[0] === '.' && prev.includes('.')) ? ' ' : '') + s; prev = s; }
  return out;
};
function parsePath(d) {
  const out = [];
  for (const [, letter, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const nums = (rest.match(/-?(?:\d+\.\d+|\.\d+|\d+)/g) || []).map(Number), k = ARGUMENT_COUNTS[letter.toUpperCase()];
    if (!k) { out.push([letter]); continue; }
    let cmd = letter;
    for (let i = 0; i + k <= nums.length; i += k) { out.push([cmd, ...nums.slice(i, i + k)]); if (cmd === 'M') cmd = 'L'; if (cmd === 'm') cmd = 'l'; }
  }
  return out;
}
/**
 * `skip`: curves shorter than this are omitted and the next one closes the gap (for the tiny rounded corners
 * of letters).
 */
export function lean(d, dec = 1, map = (x, y) => [x, y], skip = 0) {
  const f = 10 ** dec, rd = (v) => Math.round(v * f) / f;
  let ax = 0, ay = 0, startA = [0, 0]; // exact position
  let px = 0, py = 0, startP = [0, 0]; // rounded position
  let out = '', last = '', lastArg = '';
  for (const [cmd, ...v] of parsePath(d)) {
    const up = cmd.toUpperCase(), rel = cmd !== up, ox = rel ? ax : 0, oy = rel ? ay : 0;
    if (up === 'Z') { out += 'z'; [ax, ay] = startA; [px, py] = startP; last = 'z'; lastArg = ''; continue; }
    let pts = [];
    if (up === 'H') pts = [[ox + v[0], ay]];
    else if (up === 'V') pts = [[ax, oy + v[0]]];
    else if (up === 'A') pts = [[ox + v[5], oy + v[6]]];
    else for (let i = 0; i < v.length; i += 2) pts.push([ox + v[i], oy + v[i + 1]]);
    [ax, ay] = pts[pts.length - 1];
    const q = pts.map(([x, y]) => map(x, y).map(rd)), [ex, ey] = q[q.length - 1];
    if (skip && up === 'Q' && Math.hypot(ex - px, ey - py) < skip) continue;
    let name = up === 'H' || up === 'V' ? 'l' : up.toLowerCase(), args;
    if (up === 'M') { name = 'M'; args = [formatShortNumber(ex, dec), formatShortNumber(ey, dec)]; startA = [ax, ay]; startP = [ex, ey]; }
    else if (name === 'l') {
      const dx = rd(ex - px), dy = rd(ey - py);
      if (!dx && !dy) continue;
      if (!dy) { name = 'h'; args = [formatShortNumber(dx, dec)]; } else if (!dx) { name = 'v'; args = [formatShortNumber(dy, dec)]; } else args = [formatShortNumber(dx, dec), formatShortNumber(dy, dec)];
    } else if (name === 'a') args = [formatShortNumber(v[0], dec), formatShortNumber(v[1], dec), formatShortNumber(v[2], 1), String(v[3]), String(v[4]), formatShortNumber(ex - px, dec), formatShortNumber(ey - py, dec)];
    else args = q.flatMap(([x, y]) => [formatShortNumber(x - px, dec), formatShortNumber(y - py, dec)]);
    const same = name === last && name !== 'M';
    out += (same ? '' : name) + (name === 'a' ? (same ? ' ' : '') + args.join(' ') : join(args, same ? lastArg : ''));
    last = name; lastArg = args[args.length - 1]; px = ex; py = ey;
  }
  return out;
}
/** Returns a glyph outline (1000 units per em) at x, y with scale k. */
export const place = (d, k, x, y) => lean(d, 1, (gx, gy) => [x + gx * k, y + gy * k], k < .024 ? .45 : .75);
/** Rewrites every path of a drawing. */
export const shortenPaths = (svg, dec = 1) => svg.replace(/ d="([^"]+)"/g, (_, d) => ` d="${lean(d, dec)}"`);
