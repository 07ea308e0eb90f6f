import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrations } from '../../../features'

const postgres = { ...inject('postgres'), port: undefined }

async function as<T>(who: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...postgres, ...who })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('existing documents start their version history with their current text, also for an owner that row level security binds', async () => {
  const name = `upgrade_${process.pid}`
  const asSuperuser = (database: string, statement: string) => as({ database }, client => client.query(statement))
  const asOwner = (statement: string) =>
    as({ user: name, password: 'secret', database: name }, client => client.query(statement))
  await asSuperuser('postgres', `create role ${name} login password 'secret' nosuperuser`)
  await asSuperuser('postgres', `create database ${name} owner ${name}`)
  try {
    const [before, own] = [
      migrations.filter(migration => migration.name < '0010'),
      migrations.filter(migration => migration.name === '0010-documents'),
    ]
    for (const { sql } of before) await asOwner(`begin; ${sql}; commit`)
    await asSuperuser(
      name,
      `insert into users (created_at) values (now()), (now());
       insert into organizations (name, created_by, created_at) values ('One', 1, now()), ('Two', 1, now());
       insert into documents
         (organization_id, name, type, content, access, created_by, created_at, updated_by, updated_at, deleted_at)
         select o.id, d.name, 'document', d.name || ' text', 'private', 1, '2026-11-01Z', 2, now(), d.deleted_at
         from organizations o, (values ('kept', null), ('deleted', now())) as d (name, deleted_at)`,
    )
    for (const { sql } of own) await asOwner(`begin; ${sql}; commit`)
    const { rows } = await asSuperuser(
      name,
      `select d.name, d.version, d.deleted_by::int, v.version as first, v.content, v.created_by::int,
         v.created_at = d.created_at and v.begun_at = d.created_at as is_as_old
       from documents d join document_versions v on v.organization_id = d.organization_id and v.doc_id = d.id
       order by d.name, d.organization_id`,
    )
    const first = { version: 0, first: 0, created_by: 1, is_as_old: true }
    const [deleted, kept] = [
      { name: 'deleted', deleted_by: 2, content: 'deleted text', ...first },
      { name: 'kept', deleted_by: null, content: 'kept text', ...first },
    ]
    expect(rows).toEqual([deleted, deleted, kept, kept])
    const { rows: open } = await asOwner('select from documents')
    expect(open, 'the owner is bound as before').toEqual([])
  } finally {
    await asSuperuser('postgres', `drop database if exists ${name}`)
    await asSuperuser('postgres', `drop role ${name}`)
  }
})
