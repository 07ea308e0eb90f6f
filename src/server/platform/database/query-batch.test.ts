import { beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { runStatement } from './connection'
import { inTransaction } from './transaction'

let server: TestServer
const organization_id = 7

beforeAll(async () => {
  server = await openTestServer()
})

describe('Batched queries', () => {
  test('return their own rows, in order', async () => {
    const answers = await inTransaction(server.pool, { readOnly: false, organization_id }, tx =>
      Promise.all([
        runStatement(tx, 'select 1 as one', []),
        runStatement(tx, 'select $1::text as two', ['2']),
        runStatement(tx, 'select 3 as three where false', []),
      ]),
    )
    expect(answers).toEqual([[{ one: 1 }], [{ two: '2' }], []])
  })

  test('fail together with the one that fails, and all others can be sent again', async () => {
    const [failing, behind] = ["select 'nothing'::bigint", 'select 5 as behind']
    const together = inTransaction(server.pool, { readOnly: true, organization_id }, tx =>
      Promise.allSettled([runStatement(tx, failing, []), runStatement(tx, behind, [])]),
    )
    const reason = expect.objectContaining({ code: '22P02' })
    expect(await together).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    const again = () =>
      inTransaction(server.pool, { readOnly: true, organization_id }, tx => runStatement(tx, behind, []))
    for (const rows of await Promise.all(Array.from({ length: 20 }, again))) expect(rows).toEqual([{ behind: 5 }])
  })

  test('of a read-only transaction see one organisation in each batch, and change nothing [D6]', async () => {
    const seen = await inTransaction(server.pool, { readOnly: true, organization_id }, async tx => {
      const first = await runStatement(tx, 'select current_organization() as id', [])
      const second = await runStatement(tx, 'select current_organization() as id', [])
      return [first, second]
    })
    expect(seen).toEqual([[{ id: organization_id }], [{ id: organization_id }]])
    const writing = inTransaction(server.pool, { readOnly: true, organization_id }, tx =>
      runStatement(tx, "insert into users (displayname, created_at) values ('Nobody', now())", []),
    )
    await expect(writing).rejects.toMatchObject({ code: '25006' })
    const after = await server.pool.query('select current_organization() as id')
    expect(after.rows).toEqual([{ id: null }])
  })
})
