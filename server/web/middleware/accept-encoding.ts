import { type PageEncoding, pageEncodings } from '../pages/cached-page-document.ts';

/**
 * Maximum number of cached header values. Browsers send only a handful; more values are attempts to fill the
 * cache.
 */
const maxKnownHeaders = 100;
const encodingByHeader = new Map<string, PageEncoding>();

function parseAcceptEncoding(header: string): PageEncoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(value) ? 0 : value);
  }
  const any = weights.get('*') ?? 0;
  const accepted = pageEncodings.filter(
    (encoding) => encoding !== 'identity' && (weights.get(encoding) ?? any) > 0,
  );
  return accepted[0] ?? 'identity';
}

/**
 * Chooses the encoding of an answer: the best supported one that the client accepts, otherwise identity (RFC
 * 9110 §12.5.3).
 */
export function chooseEncoding(header: string | undefined): PageEncoding {
  if (header === undefined || header === '') return 'identity';
  let encoding = encodingByHeader.get(header);
  if (encoding === undefined) {
    encoding = parseAcceptEncoding(header);
    if (encodingByHeader.size < maxKnownHeaders) encodingByHeader.set(header, encoding);
  }
  return encoding;
}
