import type { ReactNode } from 'react';
import type { Inline } from '../../../../../shared/contract/content.ts';
import type { BrandColours } from '../brand-colours.ts';
import { requireLinkTarget } from '../link-targets.ts';

interface MailLinkProps {
  /** Validated URL. */
  readonly href: string;
  readonly colours: BrandColours;
  readonly children: ReactNode;
}

/** Link in the colour of the brand. */
export function MailLink({ href, colours, children }: MailLinkProps) {
  return (
    <a href={href} style={{ color: colours.brand }}>
      {children}
    </a>
  );
}

interface InlineTextProps {
  readonly content: readonly Inline[];
  readonly colours: BrandColours;
}

/** Formatted text with links. */
export function InlineText({ content, colours }: InlineTextProps) {
  return content.map(({ text, href, strong = false }, at) => {
    const words = strong ? <b key={at}>{text}</b> : text;
    if (href === undefined) return words;
    return (
      <MailLink key={at} href={requireLinkTarget(href)} colours={colours}>
        {words}
      </MailLink>
    );
  });
}
