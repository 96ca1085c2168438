import type { ReactNode } from 'react';
import { Notice } from '../ui/Notice.tsx';

interface FormNoticeProps {
  tone: 'ok' | 'error';
  /** False for a notice of the initial page, which is not announced. */
  shouldAnnounce?: boolean;
  children: ReactNode;
}

/** Renders the result of a form as a whole. `useForm` moves the focus here if no single field is invalid. */
export function FormNotice({ tone, shouldAnnounce: isNews = true, children }: FormNoticeProps) {
  return (
    <div data-form-notice="" tabIndex={-1}>
      <Notice tone={tone} {...(isNews && { role: tone === 'ok' ? 'status' : 'alert' })}>
        {children}
      </Notice>
    </div>
  );
}
