import { renderDocument } from '../http/render-document.ts';
import { MailDocument } from './components/MailDocument.tsx';
import type { MailContent } from './mail-content.ts';
import type { MailFrame } from './mail-frame.ts';
import { renderMailText } from './mail-text.ts';

export interface RenderedMail {
  /** Subject on one line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Renders a mail as plain text and as HTML in the design of the shop. Escapes all text of people and of the
 * shop's data.
 *
 * @throws Error for a link that is not http or https
 */
export function renderMail(content: MailContent, frame: MailFrame): RenderedMail {
  return {
    // A line break in the subject would allow header injection.
    subject: content.subject.replace(/\s+/g, ' ').trim(),
    text: renderMailText(content, frame),
    html: renderDocument(<MailDocument content={content} frame={frame} />),
  };
}
