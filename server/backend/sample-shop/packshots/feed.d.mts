/** Forms of feed that can be drawn: 'loose', 'pellet', 'oil' and so on. */
export const feedForms: readonly string[];
