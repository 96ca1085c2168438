import { type PageEncoding, pageEncodings } from '../pages/page-entry.ts';

/** Browsers send a handful of values; anything above this is somebody playing. */
const maxKnown = 100;
const known = new Map<string, PageEncoding>();

function parse(header: string): PageEncoding {
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

/** The coding to answer with: the best of ours that the visitor takes, plain bytes where they take none (RFC 9110 §12.5.3). */
export function chooseEncoding(header: string | undefined): PageEncoding {
  if (header === undefined || header === '') return 'identity';
  let encoding = known.get(header);
  if (encoding === undefined) {
    encoding = parse(header);
    if (known.size < maxKnown) known.set(header, encoding);
  }
  return encoding;
}
