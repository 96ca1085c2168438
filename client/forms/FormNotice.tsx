import type { ReactNode } from 'react';
import { Notice } from '../ui/Notice.tsx';

interface FormNoticeProps {
  tone: 'ok' | 'error';
  /** False for what was there from the start: it is not read out as news. */
  isNews?: boolean;
  children: ReactNode;
}

/** What became of a form as a whole. `useForm` brings the focus here where no single field is wrong. */
export function FormNotice({ tone, isNews = true, children }: FormNoticeProps) {
  return (
    <div data-form-notice="" tabIndex={-1}>
      <Notice tone={tone} {...(isNews && { role: tone === 'ok' ? 'status' : 'alert' })}>
        {children}
      </Notice>
    </div>
  );
}
