// Writes the table of rights from the contract: `npm run api-rights`
import { writeFileSync } from 'node:fs';
import { renderApiRights } from '../server/backend/core/openapi/api-rights-page.ts';

writeFileSync(new URL('../docs/api-rights.md', import.meta.url), renderApiRights());
