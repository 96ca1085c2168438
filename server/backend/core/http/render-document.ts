import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Characters that HTML does not allow. React escapes text, but keeps them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Renders a whole HTML document without scripts.
 *
 * @param document element `<html>`
 */
export const renderDocument = (document: ReactElement): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(document).replace(FORBIDDEN_CHARACTERS, '')}`;
