/** The largest file of a picture, for links that open it by itself. */
export function getLargestPictureUrl(hash: string): string {
  return `/images/${hash}/1472.webp`;
}
