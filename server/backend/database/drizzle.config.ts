import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/backend/database/schema.ts',
  out: './server/backend/database/migrations',
});
