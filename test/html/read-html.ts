/** A start tag as React writes it: lower-case name, double-quoted attributes. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** All start tags of server HTML, in order. Knows React's output, not all of HTML. */
export function readTags(html: string): Tag[] {
  // What stands inside inert scripts is text, not tags.
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

/** Addresses of all links that a visitor can follow. */
export function readLinks(html: string): string[] {
  return listLinks(html).map((tag) => tag.attributes.href ?? '');
}

/** Addresses of the links that crawlers are to follow. */
export function readFollowedLinks(html: string): string[] {
  return listLinks(html)
    .filter((tag) => !tag.attributes.rel?.split(' ').includes('nofollow'))
    .map((tag) => tag.attributes.href ?? '');
}

const listLinks = (html: string) =>
  readTags(html).filter((tag) => tag.name === 'a' && tag.attributes.href !== undefined);

/** Value of an attribute of `<html>`, or undefined. */
export function readDocumentAttribute(html: string, name: string): string | undefined {
  return readTags(html).find((tag) => tag.name === 'html')?.attributes[name];
}

/** Address in `<link rel="canonical">`, or undefined. */
export function readCanonical(html: string): string | undefined {
  return readTags(html).find((tag) => tag.name === 'link' && tag.attributes.rel === 'canonical')?.attributes
    .href;
}

/**
 * Everything of a page that a person or a search engine reads: text, title, described pictures, labels, meta
 * contents and structured data; addresses aside. The dialogs are left out when asked: one of them names other shops.
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
 * What is wrong with server HTML whatever page it is: things that the CSP would block, and a broken outline.
 *
 * @returns one line per problem
 */
export function findFaults(html: string): string[] {
  const tags = readTags(html);
  const faults = findNamelessControls(html);
  for (const { name, attributes } of tags) {
    if (attributes.style !== undefined) faults.push(`<${name}> has a style attribute: ${attributes.style}`);
    const handler = Object.keys(attributes).find((key) => /^on[a-z]/.test(key));
    if (handler) faults.push(`<${name}> has an inline handler ${handler}`);
    if (attributes.role !== undefined && tableParts.has(name)) {
      faults.push(`<${name}> says its role again: ${attributes.role}`);
    }
    if (name === 'style') faults.push('there is an inline <style>');
    if (name === 'img' && attributes.alt === undefined)
      faults.push(`a picture has no alt: ${attributes.src}`);
    if (name === 'img' && !(attributes.width && attributes.height)) {
      faults.push(`a picture has no size: ${attributes.src}`);
    }
    if (name === 'a' && (attributes.href === '' || attributes.href === '#'))
      faults.push('a link leads nowhere');
    if (attributes.href?.startsWith('javascript:')) faults.push(`<${name}> runs a script by its address`);
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
    if (ids.filter((other) => other === id).length > 1) faults.push(`the id '${id}' is there twice`);
  }
  if (!html.startsWith('<!DOCTYPE html>')) faults.push('there is no doctype');
  return faults;
}

/** Elements that are a table's by themselves: checkers of HTML take a role on them for an error. */
const tableParts = new Set(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']);
/** Inputs that nobody fills in, or that are named by what stands on them. */
const unnamedInputs = new Set(['hidden', 'submit', 'reset', 'button', 'image']);

/** Form controls that assistive technology could not name: neither a label nor words of their own. */
function findNamelessControls(html: string): string[] {
  const labelled = new Set(
    readTags(html).flatMap(({ name, attributes }) => (name === 'label' ? [attributes.for] : [])),
  );
  const faults: string[] = [];
  for (const piece of html.split(/(?=<label\b)|(?<=<\/label>)/)) {
    const isInLabel = piece.startsWith('<label');
    for (const { name, attributes } of readTags(piece)) {
      if (!['input', 'select', 'textarea'].includes(name) || unnamedInputs.has(attributes.type ?? ''))
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
