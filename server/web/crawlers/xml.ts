const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as it may stand between tags and in attributes. Control characters, which XML cannot hold at all, are left out. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
  );
}

/** An element with text in it; nothing where there is no text. */
export function createElement(name: string, text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}
