type ClassNames = Record<string, string>;

const classNamesByFile = new Map<string, ClassNames>();

/** Registers the class names of a CSS Module; called by compiled code. */
export function registerClassNames(file: string, names: ClassNames): ClassNames {
  const kept = classNamesByFile.get(file) ?? names;
  classNamesByFile.set(file, kept);
  return kept;
}

/** Replaces the names in the object that the components already hold. */
export function replaceClassNames(file: string, names: Readonly<ClassNames>): void {
  const kept = classNamesByFile.get(file);
  if (!kept) return;
  for (const name of Object.keys(kept)) delete kept[name];
  Object.assign(kept, names);
}
