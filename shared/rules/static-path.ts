import { canonicalisedPaths } from './fixed-paths.ts';
import { getStaticRouteOfSegment } from './localised-segments.ts';

/** Returns true for a path that exists in every shop, in any language: no product, category or text has it. */
export const isStaticPath = (path: string): boolean =>
  canonicalisedPaths.includes(path) || getStaticRouteOfSegment(path.split('/')[1] ?? '') !== undefined;
