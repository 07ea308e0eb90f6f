import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrations } from '../../features'
import { DatabaseNotUsable, migrate } from '../database/migrate'

const postgres = { ...inject('postgres'), port: inject('postgres').port as number }

const run = async <T extends pg.QueryResultRow>(database: string, statement: string): Promise<T[]> => {
  const client = new pg.Client({ ...postgres, database })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

test('An upgrade enqueues recordings and titles that wait, guests behind the others, also as an owner who is no superuser', async () => {
  const name = `upgrade_${process.pid}`
  await run('postgres', `create role ${name} login password 'secret' nosuperuser`)
  await run('postgres', `create database ${name} owner ${name}`)
  try {
    const owner = { ...postgres, user: name, password: 'secret', database: name }
    const earlier = migrations.filter(migration => migration.name < '0029')
    await migrate(owner, 'unused', earlier)
    await run(
      name,
      `insert into users (created_at) values (now());
       insert into organizations (name, created_by, created_at) values ('One', 1, now()), ('Two', 1, now());
       insert into documents (organization_id, name, type, access, created_at, updated_at)
         select id, 'Stand-up', 'diarization', 'private', now(), now() from organizations cross join generate_series(1, 2);
       insert into recordings (organization_id, doc_id, stage, has_words, queued_at, updated_at, is_guests)
         select organization_id, id, case when id < 3 then 'transcribing' else 'done' end, true, now(), now(), id = 1
         from documents;
       insert into logs (organization_id, doc_id, title, content, created_at) select 1, 1, 'A', 'B', now();
       insert into title_tasks (organization_id, log_id, language, queued_at) select 1, id, 'de', now() from logs`,
    )
    await migrate(owner, 'unused', migrations)
    const jobs = await run(name, 'select name, data, priority, state::text from pgboss.job order by priority, name')
    expect(jobs).toMatchObject([
      { name: 'meetings.transcribe', data: { doc_id: 1 }, priority: -1, state: 'created' },
      { name: 'logs.title', data: { organization_id: 1, log_id: 1, language: 'de' }, priority: 0, state: 'created' },
      { name: 'meetings.transcribe', data: { doc_id: 2 }, priority: 0, state: 'created' },
    ])
  } finally {
    await run('postgres', `drop database if exists ${name} with (force)`)
    await run('postgres', `drop role ${name}`)
  }
})

test('A role that may not create the schema of background jobs is told what it needs, before anything is migrated', async () => {
  const name = `refused_${process.pid}`
  await run('postgres', `create role ${name} login password 'secret' nosuperuser`)
  await run('postgres', `create database ${name}`)
  await run(name, `grant all on schema public to ${name}`)
  try {
    const owner = { ...postgres, user: name, password: 'secret', database: name }
    const refused = migrate(owner, 'unused', migrations).catch(error => error)
    expect(await refused).toBeInstanceOf(DatabaseNotUsable)
    expect(String(await refused)).toContain(`Grant it CREATE on the database ${name}.`)
    expect(await run(name, 'select name from migrations')).toEqual([])
    await run('postgres', `grant create on database ${name} to ${name}`)
    await migrate(owner, 'unused', migrations)
  } finally {
    await run('postgres', `drop database if exists ${name} with (force)`)
    await run('postgres', `drop role ${name}`)
  }
})
