import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

/** Place in a link to the account for how much is new there: a figure, and in words for assistive technology. `showAccount` fills it. */
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
