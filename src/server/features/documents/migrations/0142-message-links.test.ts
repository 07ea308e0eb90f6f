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

test('links of logs and messages that were written before links were noted are found once, also for an owner that row level security binds [D46]', async () => {
  const name = `links_${process.pid}`
  const asSuperuser = (database: string, statement: string) => as({ database }, client => client.query(statement))
  const asOwner = (statement: string) =>
    as({ user: name, password: 'secret', database: name }, client => client.query(statement))
  await asSuperuser('postgres', `create role ${name} login password 'secret' nosuperuser`)
  await asSuperuser('postgres', `create database ${name} owner ${name}`)
  try {
    const own = migrations.filter(migration => migration.name === '0142-message-links')
    const before = migrations.filter(migration => migration.name < '0142')
    await asOwner(before.map(({ sql }) => `begin; ${sql}; commit;`).join('\n'))
    await asSuperuser(
      name,
      `insert into users (created_at) values (now());
       insert into organizations (name, created_by, created_at) values ('One', 1, now());
       insert into documents (organization_id, name, type, content, access, created_by, created_at, updated_by, updated_at)
         select 1, n, 'logbook', '', 'private', 1, now(), 1, now() from (values ('Bay'), ('Keys'), ('Till')) as d (n);
       insert into logs (organization_id, doc_id, title, content, created_by, created_at)
         values (1, 1, 'Old', 'At [Keys](#/docs/2), twice [Keys](#/docs/2?log=7), not [a](#/docs/3?at=5).', 1, '2026-11-01Z');
       insert into chats (organization_id, kind, created_at, last_at) values (1, 'group', now(), now());
       insert into messages (organization_id, chat_id, sender_id, client_id, text, created_at)
         values (1, 1, 1, 'a', 'See [Till](#/docs/3)', '2026-11-02Z');
       insert into text_links (organization_id, doc_id, log_id, kind, target_id, linked_at)
         select 1, 1, id, 'document', 2, '2026-11-01Z' from logs`,
    )
    for (const { sql } of own) await asOwner(`begin; ${sql}; commit`)
    const { rows } = await asSuperuser(
      name,
      `select doc_id::int, log_id is not null as is_log, message_id::int, target_id::int from text_links order by linked_at`,
    )
    expect(rows).toEqual([
      { doc_id: 1, is_log: true, message_id: null, target_id: 2 },
      { doc_id: null, is_log: false, message_id: 1, target_id: 3 },
    ])
    expect((await asOwner('select from logs')).rows, 'the owner is bound as before').toEqual([])
  } finally {
    await asSuperuser('postgres', `drop database if exists ${name}`)
    await asSuperuser('postgres', `drop role ${name}`)
  }
})
