import { devServerPaths } from './dev-paths.ts';
import { formatProblem, type Problem } from './problem.ts';

const htmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Creates a page that is sent if the shop cannot render one. Its script shows the problem in an overlay, and
 * reloads the page after the next edit.
 */
export function createProblemPage(problem: Problem): string {
  const text = formatProblem(problem).replace(/[&<>]/g, (character) => htmlEntities[character] ?? character);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Problem</title>
<script type="module" src="${devServerPaths.entry}?problem"></script>
</head>
<body>
<pre>${text}</pre>
</body>
</html>
`;
}
