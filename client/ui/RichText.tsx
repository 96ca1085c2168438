import type { Block, Inline } from '../../shared/contract/content.ts';
import styles from './RichText.module.css';
import { SiteLink } from './SiteLink.tsx';

/** Blocks and runs have no id of their own and never change place: their position is their key. */
function withPositions<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, position) => ({ key: String(position), item }));
}

function InlineText({ inline }: { inline: Inline }) {
  const text = inline.strong ? <strong>{inline.text}</strong> : inline.text;
  return inline.href === undefined ? text : <SiteLink href={inline.href}>{text}</SiteLink>;
}

function InlineTexts({ content }: { content: readonly Inline[] }) {
  return withPositions(content).map(({ key, item }) => <InlineText key={key} inline={item} />);
}

function BlockText({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading':
      return block.level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
    case 'paragraph':
      return (
        <p>
          <InlineTexts content={block.content} />
        </p>
      );
    case 'list': {
      const items = withPositions(block.items).map(({ key, item }) => (
        <li key={key}>
          <InlineTexts content={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

/** Text of a page: headings, paragraphs and lists, no wider than reads well. */
export function RichText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles.text}>
      {withPositions(blocks).map(({ key, item }) => (
        <BlockText key={key} block={item} />
      ))}
    </div>
  );
}
