import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * Renders a whole HTML document without scripts.
 *
 * @param document element `<html>`
 */
export const renderDocument = (document: ReactElement): string =>
  `<!doctype html>${renderToStaticMarkup(document)}`;
