import { beforeAll, describe, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '../../../../test/house'
import { ask } from './connection'
import { inTransaction } from './transaction'

let house: TestHouse
const writing = { readOnly: false, organization_id: 7 }

beforeAll(async () => {
  house = await openHouse()
})

describe('A transaction', () => {
  test('whose connection breaks fails, and nothing else does', async () => {
    const broken = inTransaction(house.pool, writing, async tx => {
      const [own] = await ask<{ pid: number }>(tx, 'select pg_backend_pid() as pid', [])
      await house.asOwner('select pg_terminate_backend($1)', [own?.pid])
      return ask(tx, 'select 1 as one', [])
    })
    await expect(broken).rejects.toThrow()
    expect(await inTransaction(house.pool, writing, tx => ask(tx, 'select 1 as one', []))).toEqual([{ one: 1 }])
  })

  test.each([
    ['lock_timeout', '30s'],
    ['idle_in_transaction_session_timeout', '1min'],
  ])('stands under a limit of PostgreSQL against hanging: %s is %s', async (name, value) => {
    const rows = await inTransaction(house.pool, writing, tx => ask(tx, `show ${name}`, []))
    expect(rows).toEqual([{ [name]: value }])
  })
})
