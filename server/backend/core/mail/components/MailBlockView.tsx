import type { CSSProperties, ReactNode } from 'react';
import type { BrandColours } from '../brand-colours.ts';
import { requireWebAddress } from '../link-targets.ts';
import type { MailBlock } from '../mail-content.ts';
import type { MailTranslate } from '../mail-texts.ts';
import { InlineText, MailLink } from './InlineText.tsx';
import { LinesTable } from './LinesTable.tsx';

const paragraphStyle: CSSProperties = { margin: '0 0 16px' };

interface MailBlockViewProps {
  readonly block: MailBlock;
  readonly colours: BrandColours;
  readonly t: MailTranslate;
}

/** Block of a mail in HTML. `mail-text.ts` has the same block in plain text. */
export function MailBlockView({ block, colours, t }: MailBlockViewProps) {
  switch (block.type) {
    case 'paragraph':
      return <p style={paragraphStyle}>{block.text}</p>;
    case 'small':
      return <SmallPrint colours={colours}>{block.text}</SmallPrint>;
    case 'words':
      return (
        <p style={paragraphStyle}>
          <InlineText content={block.content} colours={colours} />
        </p>
      );
    case 'heading':
      return (
        <h2 style={{ fontSize: '21px', lineHeight: '28px', margin: '24px 0 8px', color: colours.ink }}>
          {block.text}
        </h2>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List style={{ margin: '0 0 16px', padding: '0 0 0 24px' }}>
          {block.items.map((item, at) => (
            <li key={at} style={{ margin: '0 0 6px' }}>
              <InlineText content={item} colours={colours} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <LinesTable table={block} colours={colours} />;
    case 'facts':
      return <Facts rows={block.rows} colours={colours} />;
    case 'link':
      return (
        <p style={paragraphStyle}>
          <MailLink href={requireWebAddress(block.url)} colours={colours}>
            {block.label}
          </MailLink>
        </p>
      );
    case 'button':
      return <Button label={block.label} url={requireWebAddress(block.url)} colours={colours} t={t} />;
  }
}

function SmallPrint({ colours, children }: { readonly colours: BrandColours; readonly children: ReactNode }) {
  return (
    <p style={{ margin: '0 0 16px', fontSize: '15px', lineHeight: '23px', color: colours.inkSoft }}>
      {children}
    </p>
  );
}

interface FactsProps {
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly colours: BrandColours;
}

function Facts({ rows, colours }: FactsProps) {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" style={{ margin: '0 0 16px' }}>
      <tbody>
        {rows.map(({ label, value }, at) => (
          <tr key={at}>
            <td style={{ padding: '4px 16px 4px 0', color: colours.inkSoft, verticalAlign: 'top' }}>
              {label}
            </td>
            <td style={{ padding: '4px 0', verticalAlign: 'top' }}>
              <b>{value}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly url: string;
  readonly colours: BrandColours;
  readonly t: MailTranslate;
}

/** Main action, with its URL as text below. A table, because Outlook ignores the padding of links. */
function Button({ label, url, colours, t }: ButtonProps) {
  return (
    <>
      <table role="presentation" cellPadding="0" cellSpacing="0" style={{ margin: '22px 0' }}>
        <tbody>
          <tr>
            <td style={{ background: colours.action, borderRadius: '6px' }}>
              <a
                href={url}
                style={{
                  display: 'inline-block',
                  padding: '15px 26px',
                  fontWeight: 'bold',
                  fontSize: '18px',
                  lineHeight: '22px',
                  color: colours.onAction,
                  textDecoration: 'none',
                }}
              >
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <SmallPrint colours={colours}>
        {t('button.fallback')}
        <br />
        <a href={url} style={{ color: colours.brand, wordBreak: 'break-all' }}>
          {url}
        </a>
      </SmallPrint>
    </>
  );
}
