import type { ReactNode } from 'react';
import type { AdminTranslate } from './texts.ts';

/**
 * Renders the stored notice about the last operation of a staff member.
 *
 * @param text JSON; null if there is no notice
 */
export function renderStoredNotice(text: string | null, t: AdminTranslate): ReactNode {
  if (text === null) return null;
  const said: unknown = JSON.parse(text);
  if (typeof said !== 'object' || said === null) return null;
  const values = Reflect.get(said, 'values') as Record<string, string | number> | undefined;
  const words = t(String(Reflect.get(said, 'key')), values);
  const link = Reflect.get(said, 'link') as { href: string; key: string } | undefined;
  if (!link) return words;
  return (
    <>
      {words}{' '}
      <a href={link.href} target="_blank" rel="noreferrer">
        {t(link.key)}
      </a>
    </>
  );
}
