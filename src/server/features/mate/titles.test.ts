import { beforeAll, describe, expect, test } from 'vitest'
import {
  deleteDocument,
  grantAccess,
  revokeAccess,
  undeleteDocument,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { correctLog } from '#shared/contract/logs/corrections'
import type { Log } from '#shared/contract/logs/log'
import { BotMessage, fetchMate } from '#shared/contract/mate/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { calls, says } from '../../platform/model/testing/loopback-model'
import { openModelServer } from './test-model-server'

let room: Awaited<ReturnType<typeof openModelServer>>
let maya: Actor
let tom: Actor

beforeAll(async () => {
  room = await openModelServer()
  maya = await room.server.person({ name: 'Maya Okafor' })
  tom = await room.server.person({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
})

const addressOf = (log: Log) => `#/docs/${log.doc_id}?log=${log.id}`

/** Asks, and lets the model answer after it searched logs and logbooks. */
async function answered(who: Actor, text: string): Promise<void> {
  room.model.will(calls({ name: 'find_logs', arguments: {} }, { name: 'find_logbooks', arguments: {} }), says(text))
  expect((await room.answered(who, 'What happened?')).said.message).toBe(text)
}

/** The newest message of somebody's conversation, read again. */
async function readAgain(who: Actor): Promise<{ message: string; titles: string[]; details: BotMessage['details'] }> {
  const [newest] = await who.call(fetchMate, {})
  const { message, details } = BotMessage.parse(JSON.parse(newest?.message_text ?? ''))
  return { message, details, titles: details.references.map(reference => reference.title) }
}

const correct = (who: Actor, { id, doc_id }: Log, title: string, revision = 0) =>
  who.call(correctLog, { doc_id, log_id: id, title, content: 'Said better.', revision })

describe('Titles in old answers of Mate [3.13c, D19, D26]', () => {
  test('are the current ones, in the text and among the sources; the answer’s other words stay', async () => {
    const bay = await room.logbook(maya, 'Bay log')
    const brakes = await room.write(maya, bay, 'Brakes [4182] bled')
    const pump = await room.write(maya, bay, 'Pump leaks')
    const link = `[Brakes 4182 bled](${addressOf(brakes)})`
    await answered(
      maya,
      `First ${link}, then **[Pump leaks](${addressOf(pump)})**, [see there](${addressOf(brakes)}), in [Bay log](#/docs/${bay}).`,
    )
    expect((await readAgain(maya)).message).toContain(link)

    await correct(maya, brakes, 'Brakes of ticket `4183` $& bled')
    await maya.call(updateDocument, { doc_id: bay, document_name: 'Bay 2 log' })
    const { message, titles } = await readAgain(maya)
    expect(message).toBe(
      `First [Brakes of ticket 4183 $& bled](${addressOf(brakes)}), then **[Pump leaks](${addressOf(pump)})**, [see there](${addressOf(brakes)}), in [Bay 2 log](#/docs/${bay}).`,
    )
    expect(titles).toEqual(['Brakes of ticket `4183` $& bled', 'Pump leaks', 'Bay 2 log'])
  })

  test('are hidden from people who may no longer read the log, and return with the right', async () => {
    const board = await room.logbook(maya, 'Board', 'private')
    const raise = await room.write(maya, board, 'Quicksilver raise')
    const toTom = { doc_id: board, grantee_kind: 'user', grantee_id: tom.user_id } as const
    await maya.call(grantAccess, { ...toTom, level: 'viewer' })
    const text = `There is [Quicksilver raise](${addressOf(raise)}) in [Board](#/docs/${board}), or [in short](${addressOf(raise)}).`
    await answered(tom, text)
    await maya.call(revokeAccess, toTom)
    const { message, titles, details } = await readAgain(tom)
    expect(message).toBe(
      'There is a log that was deleted or that you cannot open in a logbook or document that was deleted or that you cannot open, or a log that was deleted or that you cannot open.',
    )
    expect(titles.slice(0, 2)).toEqual([
      'a log that was deleted or that you cannot open',
      'a logbook or document that was deleted or that you cannot open',
    ])
    expect(details.references[0]).not.toHaveProperty('doc_id')
    expect(JSON.stringify(await tom.call(fetchMate, {}))).not.toMatch(/Quicksilver|Board/)

    await maya.call(grantAccess, { ...toTom, level: 'viewer' })
    expect((await readAgain(tom)).message).toBe(text)
  })

  test("of deleted logbooks are replaced in the reader's language until they are restored", async () => {
    const yard = await room.logbook(maya, 'Yard log')
    const gate = await room.write(maya, yard, 'Gate painted')
    const text = `[Gate painted](${addressOf(gate)})`
    await answered(maya, text)
    await maya.call(deleteDocument, { doc_id: yard })
    for (const [user_language, said] of [
      ['de', 'ein Eintrag, den es nicht mehr gibt oder den du nicht öffnen kannst'],
      ['es', 'una entrada que ya no existe o que no puedes abrir'],
      ['hi', 'ऐसा लॉग जो हटा दिया गया है या जिसे आप नहीं खोल सकते'],
      ['en', 'a log that was deleted or that you cannot open'],
    ] as const) {
      await maya.call(updateProfile, { user_language })
      expect((await readAgain(maya)).message).toBe(said)
    }
    await maya.call(undeleteDocument, { doc_id: yard })
    expect((await readAgain(maya)).message).toBe(text)
  })

  test('are read together, however many there are', async () => {
    const shed = await room.logbook(maya, 'Shed log')
    const logs: Log[] = []
    for (let number = 1; number <= 12; number += 1) logs.push(await room.write(maya, shed, `Shelf ${number}`))
    await answered(maya, logs.map(log => `[${log.title}](${addressOf(log)})`).join(', '))
    for (const log of logs) await correct(maya, log, `${log.title}, counted`)
    expect((await readAgain(maya)).titles.slice(0, logs.length)).toEqual(logs.map(log => `${log.title}, counted`))
  })
})
