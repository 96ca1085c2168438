/** Message in place of a list that has no entries. */
export const EmptyMessage = ({ text }: { readonly text: string }) => <p className="empty">{text}</p>;
