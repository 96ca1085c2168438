import { BACKEND_FLOOR_NAMES } from '../.dependency-cruiser.mjs';

const PICTURE_PATTERN = /(?<=<!-- npm run boundaries -- --write -->\n```mermaid\n)[\s\S]*?(?=```)/;

const getRoom = (file) => /^server\/backend\/([^/]+)\//.exec(file)?.[1];

/** Lists which room imports which, without tests: importing room → imported rooms. */
function listRoomImports(modules) {
  const imports = new Map(BACKEND_FLOOR_NAMES.map((room) => [room, new Set()]));
  for (const { source, dependencies } of modules) {
    if (/[.]test[.]tsx?$/.test(source)) continue;
    for (const { resolved } of dependencies) {
      const [from, to] = [getRoom(source), getRoom(resolved)];
      if (from !== to && imports.has(to)) imports.get(from)?.add(to);
    }
  }
  return imports;
}

/**
 * Draws which room of the backend imports which. An import that follows from others is left out, so that the
 * picture stays readable. Imports of a higher floor, which only foreign keys make, are dotted.
 *
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules as dependency-cruiser lists them
 * @returns {string} Mermaid flowchart
 */
export function drawBackendRooms(modules) {
  const imports = listRoomImports(modules);
  const listLower = (room) =>
    BACKEND_FLOOR_NAMES.slice(0, BACKEND_FLOOR_NAMES.indexOf(room)).filter((to) => imports.get(room).has(to));
  const reaches = (from, to) => listLower(from).some((next) => next === to || reaches(next, to));
  const lines = BACKEND_FLOOR_NAMES.toReversed().flatMap((room) => {
    const lower = listLower(room);
    const direct = lower.filter((to) => !lower.some((via) => reaches(via, to)));
    const higher = [...imports.get(room)].filter((to) => !lower.includes(to)).sort();
    return [...direct.map((to) => `${room} --> ${to}`), ...higher.map((to) => `${room} -.-> ${to}`)];
  });
  return `flowchart TB\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Returns the picture in a document; undefined if it has none. */
export const readPicture = (document) => PICTURE_PATTERN.exec(document)?.[0];

/** Returns the document with another picture. */
export const replacePicture = (document, picture) => document.replace(PICTURE_PATTERN, () => picture);
