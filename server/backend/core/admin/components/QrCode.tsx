import { encode } from 'uqr';

/** A text as a QR code. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="240" height="240" aria-hidden="true" className="code">
      <path d={path} />
    </svg>
  );
}
