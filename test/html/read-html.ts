/** A start tag as React writes it: lower-case name, double-quoted attributes. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns all start tags of server HTML, in order. Parses the output of React, not HTML in general. */
export function readTags(html: string): Tag[] {
  // The content of inert scripts is text, not tags.
  const markup = html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1');
  return [...markup.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', text = '']) => ({
      name: name.toLowerCase(),
      attributes: Object.fromEntries(
        [...text.matchAll(/([^\s=>"/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
          key.toLowerCase(),
          decodeEntities(value),
        ]),
      ),
    }),
  );
}

/** Returns the addresses of all links for visitors. */
export function readLinks(html: string): string[] {
  return listAnchorTags(html).map((tag) => tag.attributes.href ?? '');
}

/** Returns the addresses of the links that crawlers may follow. */
export function readCrawlableLinks(html: string): string[] {
  return listAnchorTags(html)
    .filter((tag) => !tag.attributes.rel?.split(' ').includes('nofollow'))
    .map((tag) => tag.attributes.href ?? '');
}

const listAnchorTags = (html: string) =>
  readTags(html).filter((tag) => tag.name === 'a' && tag.attributes.href !== undefined);

/** Returns the value of an attribute of `<html>`, or undefined. */
export function readDocumentAttribute(html: string, name: string): string | undefined {
  return readTags(html).find((tag) => tag.name === 'html')?.attributes[name];
}

/** Returns the address in `<link rel="canonical">`, or undefined. */
export function readCanonical(html: string): string | undefined {
  return readTags(html).find((tag) => tag.name === 'link' && tag.attributes.rel === 'canonical')?.attributes
    .href;
}

/**
 * Returns all text of a page for people or search engines: text, title, alternative texts, labels, meta
 * contents and structured data, without addresses. Optionally excludes dialogs: one of them names other
 * shops.
 */
export function readWords(html: string, { withDialogs }: { withDialogs: boolean }): string {
  const page = withDialogs ? html : html.replace(/<dialog\b[\s\S]*?<\/dialog>/g, '');
  const described = readTags(page).flatMap(({ name, attributes }) => [
    attributes.alt,
    attributes.title,
    attributes['aria-label'],
    attributes.placeholder,
    name === 'meta' ? attributes.content : undefined,
  ]);
  const structured = [
    ...page.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
  ].map((match) => match[1]);
  const text = page
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ');
  return decodeEntities(
    [text, ...described, ...structured].filter((part) => part !== undefined).join('\n'),
  ).replace(/https?:\/\/[^\s"<]+/g, '');
}

/**
 * Returns faults that server HTML of any page may have: markup that the content security policy would block,
 * and an invalid heading outline.
 *
 * @returns one line per problem
 */
export function findHtmlFaults(html: string): string[] {
  const tags = readTags(html);
  const faults = findNamelessControls(html);
  for (const { name, attributes } of tags) {
    if (attributes.style !== undefined) faults.push(`<${name}> has a style attribute: ${attributes.style}`);
    const handler = Object.keys(attributes).find((key) => /^on[a-z]/.test(key));
    if (handler) faults.push(`<${name}> has an inline handler ${handler}`);
    if (attributes.role !== undefined && tableElementNames.has(name)) {
      faults.push(`<${name}> has a redundant role: ${attributes.role}`);
    }
    if (name === 'style') faults.push('there is an inline <style>');
    if (name === 'img' && attributes.alt === undefined)
      faults.push(`a picture has no alt: ${attributes.src}`);
    if (name === 'img' && !(attributes.width && attributes.height)) {
      faults.push(`a picture has no size: ${attributes.src}`);
    }
    if (name === 'a' && (attributes.href === '' || attributes.href === '#'))
      faults.push('a link has no target');
    if (attributes.href?.startsWith('javascript:')) faults.push(`<${name}> has a script URL`);
    const isInert = /^application\/(ld\+)?json$/.test(attributes.type ?? '');
    if (name === 'script' && attributes.src === undefined && !isInert)
      faults.push('there is an inline script');
  }
  for (const name of ['h1', 'main']) {
    const count = tags.filter((tag) => tag.name === name).length;
    if (count !== 1) faults.push(`there are ${count} <${name}>`);
  }
  const titles = html.replace(/<svg\b[\s\S]*?<\/svg>/g, '').match(/<title\b/g)?.length ?? 0;
  if (titles !== 1) faults.push(`there are ${titles} titles`);
  const ids = tags.map((tag) => tag.attributes.id).filter((id) => id !== undefined);
  for (const id of new Set(ids)) {
    if (ids.filter((other) => other === id).length > 1) faults.push(`the id '${id}' is duplicate`);
  }
  if (!html.startsWith('<!DOCTYPE html>')) faults.push('there is no doctype');
  return faults;
}

/**
 * Elements that are parts of a table by default: HTML checkers report an explicit role on them as an error.
 */
const tableElementNames = new Set(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']);
/** Inputs that are not filled in, or whose name is their own label. */
const inputTypesWithoutLabel = new Set(['hidden', 'submit', 'reset', 'button', 'image']);

/** Returns form controls without an accessible name: neither a label nor own text. */
function findNamelessControls(html: string): string[] {
  const labelled = new Set(
    readTags(html).flatMap(({ name, attributes }) => (name === 'label' ? [attributes.for] : [])),
  );
  const faults: string[] = [];
  for (const piece of html.split(/(?=<label\b)|(?<=<\/label>)/)) {
    const isInLabel = piece.startsWith('<label');
    for (const { name, attributes } of readTags(piece)) {
      if (
        !['input', 'select', 'textarea'].includes(name) ||
        inputTypesWithoutLabel.has(attributes.type ?? '')
      )
        continue;
      const isNamed =
        isInLabel ||
        (attributes.id !== undefined && labelled.has(attributes.id)) ||
        [attributes['aria-label'], attributes['aria-labelledby'], attributes.title].some(Boolean);
      if (!isNamed) faults.push(`<${name} name="${attributes.name ?? ''}"> has no label`);
    }
  }
  return faults;
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
