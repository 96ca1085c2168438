import { readFile } from 'node:fs/promises';

/** Text replacements per library file, so that the bundler recognises unused code. */
const replacements = [
  {
    // Selects at run time between React 19 and older versions.
    file: /[\\/]react-helmet-async[\\/]lib[\\/]index\.esm\.js$/,
    texts: [
      ['if (isReact19)', 'if (true)'],
      ['if (helmetData && !(helmetData instanceof HelmetData)) {', 'if (false) {'],
      ['var HelmetDispatcher = class extends Component2 {', 'var HelmetDispatcher = class {'],
      // Reports mistakes in head elements to developers; not needed on a production server.
      ['this.warnOnInvalidChildren(child, nestedChildren);', ''],
      ['warnOnInvalidChildren(child, nestedChildren) {', 'static explain(child, nestedChildren) { return;'],
    ],
  },
  {
    // This call may have side effects, so the bundler retains the whole data mode because of it.
    file: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]components\.js$/,
    texts: [['= React$1.memo(DataRoutes);', '= /* @__PURE__ */ React$1.memo(DataRoutes);']],
  },
  {
    // These assignments to the one function in use retain its unused siblings.
    file: /[\\/]@loadable[\\/]component[\\/]dist[\\/]esm[\\/]loadable\.esm\.mjs$/,
    texts: [
      ['loadable$2.lib = loadable$1;', ''],
      ['lazy$2.lib = lazy$1;', ''],
      [
        'loadable$1 = _createLoadable$1.loadable,',
        'loadable$1 = /* @__PURE__ */ (() => _createLoadable$1.loadable)(),',
      ],
      ['lazy$1 = _createLoadable$1.lazy;', 'lazy$1 = /* @__PURE__ */ (() => _createLoadable$1.lazy)();'],
    ],
  },
];

/**
 * Creates the esbuild plugin that lets the browser build drop unused library code that no bundler can detect.
 * Fails the build if the source of another library version differs.
 */
export const unusedCodePlugin = () => ({
  name: 'unused-code',
  setup(build) {
    for (const { file: filter, texts } of replacements) {
      build.onLoad({ filter }, async ({ path: file }) => {
        let contents = await readFile(file, 'utf8');
        for (const [from, to] of texts) {
          if (!contents.includes(from)) return { errors: [{ text: `${file} has no '${from}' any more` }] };
          contents = contents.replaceAll(from, to);
        }
        return { contents, loader: 'js' };
      });
    }
  },
});
