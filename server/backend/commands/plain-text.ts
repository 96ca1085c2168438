/** What somebody has typed, as a line of a terminal: it must not steer it. */
export const toPlain = (text: string): string => text.replace(/\p{C}+/gu, ' ');
