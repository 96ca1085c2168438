import type { Block, Inline } from '../../shared/contract/content.ts';
import { joinClasses } from './join-classes.ts';
import { ProductPicture } from './ProductPicture.tsx';
import styles from './RichText.module.css';
import { SiteLink } from './SiteLink.tsx';

/** Adds the position as key. Blocks and runs have no id and never move. */
function withPositionKeys<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, position) => ({ key: String(position), item }));
}

function InlineText({ inline }: { inline: Inline }) {
  const text = inline.strong ? <strong>{inline.text}</strong> : inline.text;
  return inline.href === undefined ? text : <SiteLink href={inline.href}>{text}</SiteLink>;
}

function InlineTexts({ content }: { content: readonly Inline[] }) {
  return withPositionKeys(content).map(({ key, item }) => <InlineText key={key} inline={item} />);
}

function BlockText({ block, id }: { block: Block; id: string | undefined }) {
  switch (block.type) {
    case 'heading':
      return block.level === 2 ? <h2 id={id}>{block.text}</h2> : <h3 id={id}>{block.text}</h3>;
    case 'paragraph':
      return (
        <p>
          <InlineTexts content={block.content} />
        </p>
      );
    case 'picture':
      return (
        <figure>
          <ProductPicture
            picture={block.picture}
            sizes="(min-width: 48em) 42rem, 100vw"
            maxWidth={1472}
            className={styles.picture}
          />
        </figure>
      );
    case 'list': {
      const items = withPositionKeys(block.items).map(({ key, item }) => (
        <li key={key}>
          <InlineTexts content={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

interface RichTextProps {
  blocks: readonly Block[];
  /** Anchors of the headings in order (`getHeadingIds`). Without them headings have no anchor. */
  headingIds?: readonly string[] | undefined;
  /** 'article' has a larger font and more spacing, for long texts. */
  size?: 'page' | 'article';
}

/** Renders the text of a page: headings, paragraphs, lists and pictures, limited to a readable width. */
export function RichText({ blocks, headingIds, size = 'page' }: RichTextProps) {
  const headings = blocks.filter((block) => block.type === 'heading');
  return (
    <div className={joinClasses(styles.text, size === 'article' && styles.article)}>
      {withPositionKeys(blocks).map(({ key, item }) => (
        <BlockText
          key={key}
          block={item}
          id={item.type === 'heading' ? headingIds?.[headings.indexOf(item)] : undefined}
        />
      ))}
    </div>
  );
}
