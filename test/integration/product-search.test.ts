import { createProductSearchRepository } from '../../server/backend/modules/products/search-repository.ts';
import { openSampleDatabase } from '../fixtures/sample-database.ts';
import { describeProductSearch } from './product-search-contract.ts';

describeProductSearch(async () => {
  const { database, close } = await openSampleDatabase();
  return { search: createProductSearchRepository(database), database, close };
});
