import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { template } from '../../../../test/names'
import { rowTypes } from '../../../../test/row-types'

test('the types of rows are those of the migrated database; `npm run rows` writes them', async () => {
  const client = new pg.Client({ ...inject('postgres'), port: undefined, database: template })
  await client.connect()
  try {
    await expect(await rowTypes(client)).toMatchFileSnapshot('schema.generated.ts')
  } finally {
    await client.end()
  }
})
