import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/backend/schema/schema.ts',
  out: './server/backend/core/database/migrations',
});
