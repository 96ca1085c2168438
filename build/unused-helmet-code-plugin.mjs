import { readFile } from 'node:fs/promises';

/**
 * The one library file whose text the build changes, because no option of a bundler removes its unused half:
 * it chooses at run time between React 19 and older versions (docs/decisions/058).
 */
const file = /[\\/]react-helmet-async[\\/]lib[\\/]index\.esm\.js$/;
const helmetReplacements = [
  ['if (isReact19)', 'if (true)'],
  ['if (helmetData && !(helmetData instanceof HelmetData)) {', 'if (false) {'],
  ['var HelmetDispatcher = class extends Component2 {', 'var HelmetDispatcher = class {'],
  ['import shallowEqual from "shallowequal";', ''],
  // Reports mistakes in head elements to developers; not needed on a production server.
  ['this.warnOnInvalidChildren(child, nestedChildren);', ''],
  ['warnOnInvalidChildren(child, nestedChildren) {', 'static explain(child, nestedChildren) { return;'],
  ['import invariant from "invariant";', ''],
  // The head renders again with each page, so a comparison of its elements would always find a difference.
  ['import fastCompare from "react-fast-compare";', ''],
  [
    'return !fastCompare(without(this.props, "helmetData"), without(nextProps, "helmetData"));',
    'return true;',
  ],
];

/**
 * Creates the esbuild plugin that lets the browser build drop the part of react-helmet-async for older
 * versions of React. Fails the build if the source of another version differs.
 */
export const unusedHelmetCodePlugin = () => ({
  name: 'unused-code',
  setup(build) {
    build.onLoad({ filter: file }, async ({ path: name }) => {
      let contents = await readFile(name, 'utf8');
      for (const [from, to] of helmetReplacements) {
        if (!contents.includes(from)) return { errors: [{ text: `${name} has no '${from}' any more` }] };
        contents = contents.replaceAll(from, to);
      }
      return { contents, loader: 'js' };
    });
  },
});
