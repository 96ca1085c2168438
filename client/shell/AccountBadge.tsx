import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

/**
 * Renders the empty badge of an account link, for the number of unread items, with text for assistive
 * technology. `showAccount` fills it.
 */
export function AccountBadge({ className }: { className: string | undefined }) {
  return (
    <>
      <span className={className} data-account-unread="" aria-hidden="true" hidden />
      <VisuallyHidden>
        <span data-account-words="" />
      </VisuallyHidden>
    </>
  );
}
