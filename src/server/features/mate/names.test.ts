import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { ask } from './test-model-server'

const peopleInAll = 5_000
const logbooksInAll = 10_000

let server: TestServer
let maya: Actor
let yara: Actor
let zora: Actor
let zoraLog: number
let oldest: number

const said = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said

async function logbook(who: Actor, document_name: string, access: 'private' | 'organisation'): Promise<number> {
  return (await who.call(createDocument, { document_name, document_type: 'logbook', access })).doc_id
}

async function write(who: Actor, doc_id: number, content: string): Promise<number> {
  server.clock.advance(60_000)
  return (await who.call(writeLog, { doc_id, content })).id
}

/** Members of an organisation with this name and a number. */
const addPeople = (organization_id: number, name: string, count: number) =>
  server.asOwner(
    `with added as (
       insert into users (displayname, created_at) select $2 || ' ' || n, now() from generate_series(1, $3::int) n returning id
     )
     insert into memberships (organization_id, user_id, org_role, joined_at)
     select $1::bigint, id, 'member', now() from added`,
    [organization_id, name, count],
  )

/** Logbooks with this name and a number, all written in after now. */
const addLogbooks = (by: Actor, name: string, count: number) =>
  server.asOwner(
    `with added as (
       insert into documents (organization_id, type, name, access, created_by, created_at, updated_at)
       select $1::bigint, 'logbook', $3 || ' ' || n, 'organisation', $2::bigint, $5, $5 from generate_series(1, $4::int) n
       returning id
     )
     insert into last_writes (organization_id, doc_id, written_at, written_by)
     select $1::bigint, id, $5, $2::bigint from added`,
    [by.organization_id, by.user_id, name, count, new Date(server.clock.now() + 60_000).toISOString()],
  )

/**
 * Ridgeway Cycles with 5,000 people and 10,000 logbooks that Yara and Zora may open; Zora and her old logbook come last
 * in both lists.
 */
beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  yara = await server.person({ name: 'Yara Weiß', email: 'yara@ridgeway.example' })
  zora = await server.person({ name: 'Zora Özil', email: 'zora@ridgeway.example' })
  const ana = await server.person({ name: 'Ana Brandt' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(yara)
  await maya.invites(zora, 'Manager')
  // Yara also works elsewhere, which must not make her ambiguous.
  await yara.createOrganisation('Yara’s own')
  yara.organization_id = maya.organization_id
  await ana.createOrganisation('Lakeside Physio Clinic')
  zoraLog = await logbook(zora, 'Zulu’s (old) log', 'organisation')
  oldest = await write(zora, zoraLog, 'The tandem was sold.')
  await write(maya, await logbook(maya, 'Budget of the board', 'private'), 'The figure is quicksilver.')
  await write(ana, await logbook(ana, 'Patients', 'organisation'), 'The figure is marigold.')
  server.clock.advance(60_000)
  await addPeople(maya.organization_id, 'Ben Adler', peopleInAll - 3)
  await addPeople(ana.organization_id, 'Zora Özil', 1)
  await addLogbooks(maya, 'Bay log', logbooksInAll - 1)
  await server.asOwner('analyze')
})

describe('Among 5,000 people and 10,000 logbooks, built-in Mate [D25]', () => {
  test('recognises a person in a question, by full or first name', async () => {
    for (const question of ['What did Zora Özil write?', 'What did zora write?', 'Anything by ZORA ÖZIL today?']) {
      expect((await said(yara, question)).details.log_ids, question).toEqual([oldest])
    }
    expect((await said(zora, 'What did Yara write?')).message).toContain('by Yara Weiß')
    expect((await said(yara, 'What did Yara write?')).message).toContain('by Yara Weiß')
    expect((await said(yara, 'How many logs did Ben Adler 4711 write?')).message).toContain(
      '0 logs were written by Ben Adler 4711',
    )
  })

  test('ignores a first name that many share', async () => {
    const { message } = await said(yara, 'How many logs did Ben write?')
    expect(message).not.toContain('Adler')
    const both = await said(yara, 'What did Zora write to Ben?')
    expect(both.message).toContain('No log that you can open mentions “ben”. 1 log by Zora Özil:')
    expect((await said(yara, 'What did Zora write at the bench?')).message).toContain('by Zora Özil')
  })

  test('recognises a logbook in a question by its full name', async () => {
    for (const question of ['Summarise Zulu’s (old) log', "What was logged in zulu's (OLD) log?"]) {
      const { details, message } = await said(yara, question)
      expect(details.logbook_ids, question).toEqual([zoraLog])
      expect(message).toContain('Zulu’s (old) log')
    }
    const { message } = await said(yara, 'How many logs are in Bay log 4711?')
    expect(message).toContain('0 logs were written in Bay log 4711,')
  })

  test('recognises a logbook by the last part of its name, unless another one is called that alone', async () => {
    const stand = await logbook(maya, 'Workshop: stand 9', 'private')
    const log = await write(maya, stand, 'The vice is loose.')
    for (const question of ['What was logged in stand 9?', 'Who wrote in stand 9?', 'Summarise workshop: Stand 9'])
      expect((await said(maya, question)).details.logbook_ids, question).toEqual([stand])
    expect((await said(maya, 'What was logged in stand 9?')).details.log_ids).toEqual([log])
    // A single word may be a common one.
    await write(maya, await logbook(maya, 'Plan: today', 'private'), 'The list is written.')
    expect((await said(maya, 'What was logged today?')).details.logbook_ids.length).toBeGreaterThan(1)
    const alone = await logbook(maya, 'Stand 9', 'private')
    await write(maya, alone, 'The pump is back.')
    await write(maya, stand, 'The vice is tight.')
    expect((await said(maya, 'What was logged in stand 9?')).details.logbook_ids).toEqual([alone])
  })

  test('recognises neither a hidden logbook nor people of other organisations [D26]', async () => {
    for (const question of ['Summarise Budget of the board', 'Summarise Patients', 'What did Ana Brandt write?']) {
      const { message, details } = await said(yara, question)
      expect(message, question).not.toMatch(/quicksilver|marigold|Budget of the board|Patients|Brandt/)
      expect({ ...details, read: undefined }, question).toMatchObject({ logbook_ids: [], log_ids: [], user_ids: [] })
    }
    expect((await said(maya, 'Summarise Budget of the board')).message).toContain('Budget of the board')
  })
})

describe('Questions about people, among 5,000', () => {
  test.each([
    ['en', 'Who is here?', '5,000 people are here:', 'and 4,950 more'],
    ['de', 'Wer ist hier?', 'Hier sind 5.000 Personen:', 'und 4.950 weitere Personen'],
    ['es', '¿Quién está aquí?', 'Hay 5000 personas aquí:', 'y 4950 más'],
    ['hi', 'यहाँ कौन है?', 'यहाँ 5,000 लोग हैं:', 'और 4,950 अन्य'],
  ] as const)('in %s: all are counted, the first by name are listed', async (language, question, first, last) => {
    await yara.call(updateProfile, { user_language: language })
    const { message, details } = await said(yara, question)
    await yara.call(updateProfile, { user_language: 'en' })
    const lines = message.trim().split('\n')
    expect([lines[0], lines.at(-1)]).toEqual([first, last])
    expect(lines.filter(line => line.startsWith('- '))).toHaveLength(50)
    expect(details.user_ids).toHaveLength(50)
    expect(details.read).toMatchObject({ people: 50 })
  })

  test.each([
    ['en', 'Which logbooks are there?', 'You can open 10,000 logbooks and documents:', 'and 9,950 more'],
    ['de', 'Welche Logbücher gibt es?', 'Du kannst 10.000 Logbücher und Dokumente öffnen:', 'und 9.950 weitere'],
    ['es', '¿Qué bitácoras hay?', 'Puedes abrir 10.000 bitácoras y documentos:', 'y 9950 más'],
    ['hi', 'कौन सी लॉगबुक हैं?', 'आप 10,000 लॉगबुक और दस्तावेज़ खोल सकते हैं:', 'और 9,950 अन्य'],
  ] as const)('in %s: logbooks are counted and listed the same way', async (language, question, first, last) => {
    await yara.call(updateProfile, { user_language: language })
    const { message, details } = await said(yara, question)
    await yara.call(updateProfile, { user_language: 'en' })
    const lines = message.trim().split('\n')
    expect([lines[0], lines.at(-1)]).toEqual([first, last])
    expect(lines.filter(line => line.startsWith('- '))).toHaveLength(50)
    expect(details.logbook_ids).toHaveLength(50)
  })

  test('an organisation role is found wherever its people are in the list', async () => {
    const { message, details } = await said(zora, 'Who are the owners?')
    expect(message).toContain('1 person is here:')
    expect(message).not.toContain('more')
    expect(details.user_ids).toEqual([maya.user_id])
  })

  test('a role is found by its name, a branch only by those who may see it [D3]', async () => {
    expect((await said(yara, 'List people manager')).details.user_ids).toEqual([zora.user_id])
    const yard = await maya.call(addBranch, { branch_name: 'Canal yard', is_open_branch: false })
    await maya.call(manageBranchUsers, { branch_id: yard.id, users_to_be_added: [zora.user_id] })
    const { message, details } = await said(zora, 'List people canal')
    expect(details.user_ids.sort()).toEqual([maya.user_id, zora.user_id])
    expect(message).toContain('**Zora Özil**, member, Manager, Canal yard')
    expect((await said(yara, 'List people canal')).details.user_ids).toEqual([])
    expect((await said(yara, 'List people manager')).message).not.toContain('Canal')
  })

  test('a named person is the only result', async () => {
    expect((await said(yara, 'List people Zora')).details.user_ids).toEqual([zora.user_id])
  })
})
