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
    ],
  },
  {
    // This one call, which might do anything, holds on to all of the data mode.
    file: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]components\.js$/,
    texts: [['= React$1.memo(DataRoutes);', '= /* @__PURE__ */ React$1.memo(DataRoutes);']],
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
