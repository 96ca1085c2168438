/** Removes control characters from user input, so that it cannot control the terminal. */
export const toPlain = (text: string): string => text.replace(/\p{C}+/gu, ' ');
