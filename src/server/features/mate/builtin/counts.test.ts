import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createGraph, labelLog } from '#shared/contract/graphs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import type { Actor } from '../../../../../test/actor'
import { openTestServer } from '../../../../../test/test-server'
import { ask } from '../test-model-server'

const hour = 3_600_000

let server: Awaited<ReturnType<typeof openTestServer>>
let maya: Actor
let asha: Actor

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  asha = await server.person({ name: 'Asha Rao', timezone: 'Asia/Kolkata' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(asha)
  const logbook = (document_name: string, access: 'organisation' | 'private') =>
    maya.call(createDocument, { document_name, document_type: 'logbook', access })
  const { doc_id } = await logbook('Gate log', 'organisation')
  const { doc_id: hidden } = await logbook('Wages', 'private')
  const labels = { 0: 'Open', 1: 'Guarded' }
  const { graph_id } = await maya.call(createGraph, { logbook_id: doc_id, name: 'Gate', labels })
  const writes = async (content: string, labelled: number[] = []) => {
    const { id } = await maya.call(writeLog, { doc_id, content })
    if (labelled.length > 0) await maya.call(labelLog, { doc_id, log_id: id, graph_id, labels: labelled })
  }
  // Friday, November 20: nine in the morning is half past two in the afternoon in Kolkata.
  await writes('The gate is open.', [0, 1])
  server.clock.advance(9 * hour)
  await maya.signIn(maya.address)
  // Six in the evening is half past eleven there.
  await writes('Two lorries came.', [1])
  server.clock.advance(hour)
  await maya.signIn(maya.address)
  // Seven in the evening is half past midnight, the next day.
  await writes('The last lorry left.')
  await maya.call(writeLog, { doc_id: hidden, content: 'The gate is guarded for twelve an hour.' })
  await asha.signIn(asha.address)
})

const answerTo = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said

describe('Built-in Mate counts exactly [D25]', () => {
  test('by day, in the time zone of the person who asks', async () => {
    expect((await answerTo(asha, 'How many logs per day?')).message).toBe(
      '3 logs were written, of those you can open.\n\n- Friday, November 20: 2 logs\n- Saturday, November 21: 1 log\n',
    )
    expect((await answerTo(maya, 'How many logs per day in Gate log?')).message).toContain(
      '- Friday, November 20: 3 logs',
    )
  })

  test('by label: a log with two labels counts for both, and one without for none', async () => {
    const { message } = await answerTo(asha, 'How many logs per label?')
    expect(message).toContain('3 logs were written')
    expect(message).toMatch(/\*\*Guarded\*\*: 2 logs[^\n]*\n- \*\*Open\*\*: 1 log /)
    expect((await answerTo(asha, 'How many guarded gates?')).message).toMatch(/^2 logs were written labelled “Guarded”/)
  })

  test('only what the person may open, whatever is asked for', async () => {
    expect((await answerTo(maya, 'How many logs are there?')).message).toMatch(/^4 logs/)
    expect((await answerTo(asha, 'How many logs are there?')).message).toMatch(/^3 logs/)
    const { message } = await answerTo(asha, 'How many logs per logbook?')
    expect(message).toContain('3 logs were written')
    expect(message).not.toContain('Wages')
  })

  test('does not count what logs tell of, and says so', async () => {
    const { message } = await answerTo(asha, 'How many lorries came?')
    expect(message).toMatch(/^\d logs? mentions? “lorries”/)
    expect(message).toContain('I count logs and labels, not what logs tell of.')
  })

  test('what carries a label that is named by common words, or like a free time', async () => {
    const { doc_id } = await maya.call(createDocument, { document_name: 'Bays', document_type: 'logbook' })
    const named = { logbook_id: doc_id, name: 'Use of the bays', labels: { 0: 'Over plan', 1: 'Bay free' } }
    const { graph_id } = await maya.call(createGraph, named)
    for (const [label, content] of ['Ran 22 minutes longer.', 'Nobody is in it.'].entries()) {
      const { id } = await maya.call(writeLog, { doc_id, content })
      await maya.call(labelLog, { doc_id, log_id: id, graph_id, labels: [label] })
    }
    const said = async (question: string) => (await answerTo(maya, question)).message
    expect(await said('Show me over plan')).toContain('Ran 22 minutes longer')
    expect(await said('How often was it over plan this week?')).toMatch(/^1 log was written labelled “Over plan”/)
    expect(await said('How often was the bay free this week?')).toMatch(/^1 log was written labelled “Bay free”/)
    expect(await said('When is Maya free?')).toContain('[Schedule]')
  })
})
