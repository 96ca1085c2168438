import { devPaths } from './dev-paths.ts';
import { formatProblem, type Problem } from './problem.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A page for when the shop cannot make one. Its script lays the problem over it, and loads it anew after the next edit. */
export function createProblemPage(problem: Problem): string {
  const text = formatProblem(problem).replace(/[&<>]/g, (character) => entities[character] ?? character);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Problem</title>
<script type="module" src="${devPaths.entry}?problem"></script>
</head>
<body>
<pre>${text}</pre>
</body>
</html>
`;
}
