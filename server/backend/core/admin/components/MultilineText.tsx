/** Text with its line breaks. */
export const MultilineText = ({ text }: { readonly text: string }) => <p className="lines">{text}</p>;
