import { beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { runStatement, type Tx } from './connection'
import { inTransaction } from './transaction'

let server: TestServer
const writing = { readOnly: false, organization_id: 7 }

beforeAll(async () => {
  server = await openTestServer()
})

describe('A transaction', () => {
  test('fails alone if its connection breaks', async () => {
    const broken = inTransaction(server.pool, writing, async tx => {
      const [own] = await runStatement<{ pid: number }>(tx, 'select pg_backend_pid() as pid', [])
      await server.asOwner('select pg_terminate_backend($1)', [own?.pid])
      return runStatement(tx, 'select 1 as one', [])
    })
    await expect(broken).rejects.toThrow()
    expect(await inTransaction(server.pool, writing, tx => runStatement(tx, 'select 1 as one', []))).toEqual([
      { one: 1 },
    ])
  })

  test.each([
    ['that changes data', false],
    ['that only reads', true],
  ])('%s cannot be used once it ended, so that a late branch does not write into the next one', async (_, readOnly) => {
    const handles: Tx[] = []
    await inTransaction(server.pool, { ...writing, readOnly }, async tx => void handles.push(tx))
    const failed = inTransaction(server.pool, { ...writing, readOnly }, async tx => {
      handles.push(tx)
      throw new Error('A branch failed.')
    })
    await expect(failed).rejects.toThrow('A branch failed.')
    await inTransaction(server.pool, writing, async next => {
      for (const ended of handles) {
        await expect(runStatement(ended, 'select 1', [])).rejects.toThrow('The transaction has ended.')
        await expect(ended.selectFrom('users').selectAll().execute()).rejects.toThrow('The transaction has ended.')
      }
      expect(await runStatement(next, 'select current_organization() as id', [])).toEqual([{ id: 7 }])
    })
  })

  test.each([
    ['lock_timeout', '30s'],
    ['idle_in_transaction_session_timeout', '1min'],
  ])('is limited by PostgreSQL against hanging: %s is %s', async (name, value) => {
    const rows = await inTransaction(server.pool, writing, tx => runStatement(tx, `show ${name}`, []))
    expect(rows).toEqual([{ [name]: value }])
  })
})
