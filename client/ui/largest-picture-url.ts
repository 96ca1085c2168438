/** Returns the URL of the largest file of a picture, for links that open only the picture. */
export function getLargestPictureUrl(hash: string): string {
  return `/images/${hash}/1472.webp`;
}
