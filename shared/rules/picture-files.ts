/** Widths in which every picture is available, in pixels: one per layout breakpoint and the thumbnails. */
export const pictureWidths = [96, 260, 480, 768, 1088, 1472] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Formats in which every picture is available; also the extensions of its URLs. */
export const pictureFormats = ['avif', 'webp', 'png'] as const;
export type PictureFormat = (typeof pictureFormats)[number];
