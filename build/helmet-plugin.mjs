import { readFile } from 'node:fs/promises';

/** What is put in place of what, so that the code for React 16 to 18 is seen to be unused. */
const replacements = [
  ['if (isReact19)', 'if (true)'],
  ['if (helmetData && !(helmetData instanceof HelmetData)) {', 'if (false) {'],
  // A class with a foreign base is kept even where nobody uses it.
  ['var HelmetDispatcher = class extends Component2 {', 'var HelmetDispatcher = class {'],
];

/**
 * Leaves out of the browser's build the half of react-helmet-async that serves older versions of React; it chooses at
 * run time, which no bundler can see through. Fails the build when another version of the library reads differently.
 */
export const helmetPlugin = () => ({
  name: 'helmet',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]react-helmet-async[\\/]lib[\\/]index\.esm\.js$/ },
      async ({ path: file }) => {
        let contents = await readFile(file, 'utf8');
        for (const [from, to] of replacements) {
          if (!contents.includes(from))
            return { errors: [{ text: `react-helmet-async has no '${from}' any more` }] };
          contents = contents.replaceAll(from, to);
        }
        return { contents, loader: 'js' };
      },
    );
  },
});
