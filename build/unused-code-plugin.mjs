import { readFile } from 'node:fs/promises';

/** By end of the library's file: what is put in place of what, so that the bundler sees what nobody uses. */
const replacements = [
  {
    // Chooses at run time between React 19 and older ones.
    file: /[\\/]react-helmet-async[\\/]lib[\\/]index\.esm\.js$/,
    texts: [
      ['if (isReact19)', 'if (true)'],
      ['if (helmetData && !(helmetData instanceof HelmetData)) {', 'if (false) {'],
      ['var HelmetDispatcher = class extends Component2 {', 'var HelmetDispatcher = class {'],
      // Tells authors of a head their mistakes: a production server never meets them.
      ['this.warnOnInvalidChildren(child, nestedChildren);', ''],
      ['warnOnInvalidChildren(child, nestedChildren) {', 'static explain(child, nestedChildren) { return;'],
    ],
  },
  {
    // This one call, which might do anything, holds on to all of the data mode.
    file: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]components\.js$/,
    texts: [['= React$1.memo(DataRoutes);', '= /* @__PURE__ */ React$1.memo(DataRoutes);']],
  },
  {
    // Assigned to the one function that is used, which holds on to its siblings.
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
 * Lets the browser's build leave out code of libraries that this shop does not use, where no bundler can see through it.
 * Fails the build when another version of the library reads differently.
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
