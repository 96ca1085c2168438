import { diffLines, diffWordsWithSpace } from 'diff';
import { Fragment, type ReactNode } from 'react';
import type { Inline } from '../../../../shared/contract/content.ts';
import { EmptyMessage } from '../../core/admin/components/EmptyMessage.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Sequence } from '../../core/admin/components/Sequence.tsx';
import { TextDifference } from '../../core/admin/components/TextDifference.tsx';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { MarkdownError, parseMarkdown } from '../../core/markdown/markdown-blocks.ts';
import { joinLinesOfText } from './check-text.ts';
import type { TextField } from './entry-types.ts';
import { type TextFields, toTextFields } from './text-values.ts';

/** Timeout in milliseconds of a comparison; after it the texts count as entirely different. */
const DIFF_TIMEOUT_MS = 500;

const InlineRuns = ({ runs }: { readonly runs: readonly Inline[] }) => (
  <Sequence
    of={runs.map(({ text, strong, href }) => {
      const words = strong ? <strong>{text}</strong> : text;
      // The target is shown as text instead of a link, so that the page does not lead out of the admin area.
      return href === undefined ? (
        words
      ) : (
        <>
          <u>{words}</u> <small>({href})</small>
        </>
      );
    })}
  />
);

function MarkdownBlock({ block }: { readonly block: ReturnType<typeof parseMarkdown>[number] }) {
  if (block.type === 'heading') return block.level === 2 ? <h3>{block.text}</h3> : <h4>{block.text}</h4>;
  if (block.type === 'picture') return <p>[{block.key}]</p>;
  if (block.type === 'paragraph') {
    return (
      <p>
        <InlineRuns runs={block.content} />
      </p>
    );
  }
  const items = (
    <Sequence
      of={block.items.map((item) => (
        <li>
          <InlineRuns runs={item} />
        </li>
      ))}
    />
  );
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/** Renders a text with the same blocks as the storefront. */
function showMarkdown(markdown: string, t: AdminTranslate): ReactNode {
  try {
    return <Sequence of={parseMarkdown(markdown).map((block) => <MarkdownBlock block={block} />)} />;
  } catch (error) {
    if (error instanceof MarkdownError) {
      return <p className="fault">{t(`admin.refusal.${error.told.code}`, error.told.values)}</p>;
    }
    throw error;
  }
}

/** Renders a text field by field. @param language language of the text */
export function showText(
  fields: readonly TextField[],
  text: unknown,
  {
    t,
    language,
    isLaidOut,
  }: { readonly t: AdminTranslate; readonly language: string; readonly isLaidOut: boolean },
): ReactNode {
  const values = toTextFields(fields, text);
  return fields.map(({ name, form }) => {
    const words = joinLinesOfText(values[name]);
    const shown =
      isLaidOut && form === 'markdown' ? showMarkdown(words, t) : <p className="lines">{words}</p>;
    return (
      <Fragment key={name}>
        <h3 className="term">{t(`admin.field.${name}`)}</h3>
        <div lang={language} className="text">
          {shown}
        </div>
      </Fragment>
    );
  });
}

/** Renders the differences of two texts field by field; null if they are equal. */
export function showDifference(
  fields: readonly TextField[],
  { before, after }: { readonly before: TextFields; readonly after: TextFields },
  { t, language }: { readonly t: AdminTranslate; readonly language: string },
): ReactNode {
  const different = fields.flatMap(({ name }) => {
    const [old, next] = [joinLinesOfText(before[name]), joinLinesOfText(after[name])];
    if (old === next) return [];
    const options = { timeout: DIFF_TIMEOUT_MS };
    // A changed word in a long paragraph is shown as a word; texts with little in common are compared line by
    // line.
    const parts = diffWordsWithSpace(old, next, options) ??
      diffLines(old, next, options) ?? [
        { value: old, removed: true, added: false },
        { value: next, removed: false, added: true },
      ];
    return [
      <Fragment key={name}>
        <h3 className="term">{t(`admin.field.${name}`)}</h3>
        <p className="lines difference" lang={language}>
          <TextDifference parts={parts} />
        </p>
      </Fragment>,
    ];
  });
  return different.length === 0 ? null : different;
}

/** Renders the section of differences, or a note if there are none. */
export function createDifferenceSection(title: string, difference: ReactNode, none: string): ReactNode {
  return <Section title={title}>{difference ?? <EmptyMessage text={none} />}</Section>;
}

/** Renders the languages of a text: where it is missing, and where it is older than its source text. */
export function showLanguageLinks(
  languages: readonly {
    readonly language: string;
    readonly path: string;
    readonly state: 'there' | 'missing' | 'older';
  }[],
  t: AdminTranslate,
): ReactNode {
  return (
    <ul className="languages">
      {languages.map(({ language, path, state }) => {
        const mark = state !== 'there' && (
          <>
            {' '}
            <span className={state}>{t(`admin.text.${state}`)}</span>
          </>
        );
        return (
          <li key={language}>
            <a href={`/admin${path}`}>{language}</a>
            {mark}
          </li>
        );
      })}
    </ul>
  );
}
