import { beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { runStatement, type Tx } from './connection'
import { inTransaction } from './transaction'

let server: TestServer
const organization_id = 7

beforeAll(async () => {
  server = await openTestServer()
})

describe('Queries of one transaction', () => {
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

  test('fail behind one that fails, and all can be sent again', async () => {
    const [before, failing, behind] = ['select 4 as before', "select 'nothing'::bigint", 'select 5 as behind']
    const together = inTransaction(server.pool, { readOnly: true, organization_id }, tx =>
      Promise.allSettled([before, failing, behind].map(sql => runStatement(tx, sql, []))),
    )
    expect(await together).toEqual([
      { status: 'fulfilled', value: [{ before: 4 }] },
      { status: 'rejected', reason: expect.objectContaining({ code: '22P02' }) },
      { status: 'rejected', reason: expect.objectContaining({ code: '25P02' }) },
    ])
    const again = () =>
      inTransaction(server.pool, { readOnly: true, organization_id }, tx => runStatement(tx, behind, []))
    for (const rows of await Promise.all(Array.from({ length: 20 }, again))) expect(rows).toEqual([{ behind: 5 }])
  })

  test('stay prepared on every connection, at most 400, however many others have prepared', async () => {
    const preparedOn = async (tx: Tx, statements: readonly string[]) => {
      await Promise.all(statements.map(sql => runStatement(tx, sql, [])))
      const rows = await runStatement<{ statement: string }>(tx, 'select statement from pg_prepared_statements', [])
      return rows.map(({ statement }) => statement)
    }
    const scope = { readOnly: true, organization_id }
    const many = Array.from({ length: 450 }, (_, number) => `select ${number} as one_of_many`)
    await inTransaction(server.pool, scope, async tx => {
      const prepared = await preparedOn(tx, many)
      expect(prepared).toContain(many[0])
      expect(prepared).not.toContain(many.at(-1))
      expect(prepared.length).toBeLessThanOrEqual(400)
      const beside = await inTransaction(server.pool, scope, other => preparedOn(other, ['select 6 as later']))
      expect(beside).toContain('select 6 as later')
    })
  })

  test('of a read-only transaction see one organisation, and change nothing [D6]', async () => {
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
