import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testSecret } from '../../../../test/names'
import { secretsFrom } from '../secrets'
import { migrate, servingRole } from './migrate'

const owner = inject('postgres')
const names = Array.from({ length: 4 }, (_, index) => `beside_${process.pid}_${index}`)

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  for (const name of names) await asSuperuser(`create database ${name}`)
})
afterAll(async () => {
  for (const name of names) await asSuperuser(`drop database ${name}`)
})

test('servers that start on different databases of one PostgreSQL do not hinder each other', async () => {
  const password = secretsFrom(testSecret).derive('serving role').toString('base64url')
  const migrations = [{ name: '0001-audit', sql: 'create table audit ()' }]
  for (let round = 0; round < 5; round += 1) {
    const served = await Promise.all(names.map(database => migrate({ ...owner, database }, password, migrations)))
    expect(served.map(({ user }) => user)).toEqual(names.map(() => servingRole))
  }
})
