/**
 * Class names of a CSS Module, made by the build. An unknown name is `undefined`, which `className` takes;
 * a test compares every name used with those of the file.
 */
declare module '*.module.css' {
  const classNames: Readonly<Record<string, string>>;
  export default classNames;
}

declare module '*.css';
