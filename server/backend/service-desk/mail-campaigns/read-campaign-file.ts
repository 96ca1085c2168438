import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';
import { getErrorCode } from '../../../platform/error-code.ts';
import type { CampaignDraft } from './service.ts';

/** Error for a campaign file that cannot be read. The message names the file and the reason. */
export class CampaignFileError extends Error {
  override readonly name = 'CampaignFileError';
}

/** Size limit in bytes of all texts of a campaign; nine languages have a few dozen kilobytes. */
const MAX_FILE_BYTES = 1024 * 1024;

const headFields = {
  name: Type.String(),
  kind: Type.String(),
  sites: Type.Array(Type.String(), { maxItems: 100 }),
};
const CampaignHead = Type.Object(headFields, { additionalProperties: false });
const CampaignFile = Type.Object(
  {
    ...headFields,
    texts: Type.Record(Type.String(), Type.Object({ subject: Type.String(), markdown: Type.String() })),
  },
  { additionalProperties: false },
);

async function readTextFile(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > MAX_FILE_BYTES) throw new CampaignFileError(`${path.basename(file)} has more than 1 MB`);
  return readFile(file, 'utf8');
}

async function readJsonFile<S extends Type.TSchema>(file: string, schema: S): Promise<Type.Static<S>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readTextFile(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CampaignFileError(`${path.basename(file)} is not valid JSON`);
    throw error;
  }
  if (!Value.Check(schema, parsed)) {
    const [first] = Value.Errors(schema, parsed);
    throw new CampaignFileError(
      `${path.basename(file)} is no campaign: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim(),
    );
  }
  return parsed;
}

/** Reads a Markdown file. The first line is the subject, after '# '. */
function splitSubjectAndMarkdown(file: string, text: string): { subject: string; markdown: string } {
  const [, subject, markdown] = /^\uFEFF?# ([^\r\n]*)\r?\n([\s\S]*)$/.exec(text) ?? [];
  if (subject === undefined || markdown === undefined) {
    throw new CampaignFileError(`${path.basename(file)} does not begin with a line '# ' and the subject`);
  }
  return { subject: subject.trim(), markdown: markdown.trim() };
}

/**
 * Reads a campaign from a JSON file, or from a folder with `campaign.json` and a `<language>.md` for each
 * language.
 *
 * @throws CampaignFileError if the file or folder is invalid
 */
export async function readCampaignFile(source: string): Promise<Omit<CampaignDraft, 'campaignId'>> {
  try {
    if (!(await stat(source)).isDirectory()) {
      const { name, kind, sites, texts } = await readJsonFile(source, CampaignFile);
      const said = Object.entries(texts).map(([languageCode, text]) => ({ languageCode, ...text }));
      return { name, kind, siteKeys: sites, texts: said };
    }
    const { name, kind, sites } = await readJsonFile(path.join(source, 'campaign.json'), CampaignHead);
    const files = (await readdir(source)).filter((file) => file.endsWith('.md')).toSorted();
    const texts: CampaignDraft['texts'][number][] = [];
    for (const file of files) {
      const text = await readTextFile(path.join(source, file));
      texts.push({ languageCode: file.slice(0, -'.md'.length), ...splitSubjectAndMarkdown(file, text) });
    }
    return { name, kind, siteKeys: sites, texts };
  } catch (error) {
    const code = getErrorCode(error);
    if (error instanceof CampaignFileError || code === undefined) throw error;
    throw new CampaignFileError(`${source} cannot be read (${code})`);
  }
}
