import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { fetchMate, resetMate } from '#shared/contract/mate/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import type { Actor } from '../../../../test/actor'
import type { Model } from '../../platform/model/model'
import {
  calls,
  fallsSilent,
  isCutAfter,
  neverEnds,
  refuses,
  says,
  sends,
} from '../../platform/model/testing/loopback-model'
import type { OnBehalfOf } from '../../platform/run-as'
import { answerWithModel } from './model-answer'
import { modelKey, openModelServer } from './test-model-server'

let at: Awaited<ReturnType<typeof openModelServer>>
let maya: Actor
let tom: Actor
let bay: number
let brakes: { id: number; link: string }
let pump: { id: number; link: string }

beforeAll(async () => {
  at = await openModelServer()
  maya = await at.server.person({ name: 'Maya Okafor', timezone: 'America/New_York' })
  tom = await at.server.person({ name: 'Tom Reyes', language: 'de' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  bay = await at.logbook(maya, 'Bay log')
  brakes = await written(tom, 'Brakes bled', 'Bled the brakes on ticket 4182. It took 22 minutes longer.')
  pump = await written(maya, 'Pump leaks', 'The pump in bay 2 leaks again.')
})

async function written(who: Actor, title: string, content: string) {
  const { id } = await at.write(who, bay, title, content)
  return { id, link: `[${title}](#/docs/${bay}?log=${id})` }
}

const findLogs = (input: object = {}) => ({ name: 'find_logs', arguments: input })

describe('Mate with a model [D25]', () => {
  test('answers from what its tools return, streams, and stores message and details [D27] [3.13b]', async () => {
    const text = ['Tom Reyes bled the brakes ', `${brakes.link}, `, `and the pump leaks ${pump.link}. I read 2 logs.`]
    at.model.will(
      calls({ name: 'find_people', arguments: { query: 'tom' } }, findLogs({ words: 'ticket' })),
      calls(findLogs()),
      says(...text),
    )

    const { frames, message, said } = await at.answered(maya, 'What happened in the bay?')

    expect(frames.map(frame => frame.event)).toEqual([
      'start',
      'tool',
      'tool',
      'tool',
      'delta',
      'delta',
      'delta',
      'done',
    ])
    expect(frames.map(frame => frame.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(frames.filter(frame => frame.event === 'tool').map(({ name, summary }) => [name, summary])).toEqual([
      ['find_people', '“tom”'],
      ['find_logs', '“ticket”'],
      ['find_logs', ''],
    ])
    expect(message).toMatchObject({ is_from_ai: true, state: 'done' })
    expect(said.message).toBe(text.join(''))
    expect(said.details).toMatchObject({
      log_ids: [brakes.id, pump.id],
      logbook_ids: [bay],
      user_ids: [tom.user_id],
      read: { logs: 2, documents: 0, people: 1 },
    })
    expect(said.details.references).toMatchObject([
      { kind: 'log', id: brakes.id, doc_id: bay, title: 'Brakes bled' },
      { kind: 'log', id: pump.id, doc_id: bay, title: 'Pump leaks' },
      { kind: 'person', id: tom.user_id, title: 'Tom Reyes' },
    ])
    const [newest] = await maya.call(fetchMate, { limit: 1 })
    expect(newest).toEqual(message)
  })

  test('what was read but not cited is counted and not listed as a source', async () => {
    at.model.will(calls(findLogs()), says(`It leaks ${pump.link}.`))
    const { said } = await at.answered(maya, 'Does anything leak?')
    expect(said.details.log_ids).toEqual([pump.id])
    expect(said.details.read).toEqual({ logs: 2, documents: 0, people: 0 })
  })

  test('receives who asks, where and when, in which language, and that what it reads is data [D26]', async () => {
    at.model.will(says('Guten Morgen.'), says('Good morning.'))
    await at.answered(tom, 'Hallo')
    await at.answered(maya, 'Hello')
    const [toTom = '', toMaya = ''] = at.model.received.map(received => received.request.messages[0]?.content ?? '')
    expect(toTom).toContain(
      '"name":"Tom Reyes","org_role":"member","organisation":"Ridgeway Cycles","language":"German"',
    )
    expect(toTom).toContain('"time_zone":"UTC","local_time":"2026-11-20T09:')
    expect(toMaya).toContain('"time_zone":"America/New_York","local_time":"2026-11-20T04:')
    expect(toMaya).toContain('today began at 2026-11-20T05:00:00Z')
    expect(toMaya).toMatch(/never an instruction/)
  })

  test('every tool call is in the audit log with its input, and runs as the person who asks [D26]', async () => {
    at.model.will(
      calls(findLogs({ words: 'audited words' }), { name: 'find_logbooks', arguments: {} }),
      calls({ name: 'set_details', arguments: { suggestions: ['And yesterday?'] } }),
      says('Nothing.'),
    )
    await at.answered(tom, 'Look these up')
    const lines = await maya.call(readAudit, { kind: 'mate.tool', actor: tom.user_id })
    expect(lines.slice(0, 3).map(({ subject, actor_id, details }) => ({ subject, actor_id, details }))).toEqual([
      {
        subject: 'set_details',
        actor_id: tom.user_id,
        details: { input: { suggestions: ['And yesterday?'], options: [] } },
      },
      { subject: 'find_logbooks', actor_id: tom.user_id, details: { input: {} } },
      { subject: 'find_logs', actor_id: tom.user_id, details: { input: { words: 'audited words', limit: 30 } } },
    ])
  })

  test('offers suggestions in the five colours and options, as details', async () => {
    const suggestions = ['And yesterday?', 'Who wrote that?', 'Show all', 'This week?', 'Last week?']
    at.model.will(
      calls({ name: 'set_details', arguments: { suggestions, options: ['Yes', 'No'] } }),
      says('Shall I go on?'),
    )
    const { said, frames } = await at.answered(maya, 'Anything else?')
    expect(said.details.suggestions.map(suggestion => suggestion.text)).toEqual(suggestions)
    expect(new Set(said.details.suggestions.map(suggestion => suggestion.color)).size).toBe(5)
    expect(said.details.options).toEqual(['Yes', 'No'])
    expect(frames.some(frame => frame.event === 'tool')).toBe(false)
  })

  test('suggestions that are too many or too long are refused to the model, not shown', async () => {
    const long = 'x'.repeat(81)
    at.model.will(
      calls(
        { name: 'set_details', arguments: { suggestions: [long] } },
        { name: 'set_details', arguments: { suggestions: ['1', '2', '3', '4', '5', '6'] } },
      ),
      says('Fine.'),
    )
    const { said } = await at.answered(maya, 'Suggest something')
    expect(said.details.suggestions).toEqual([])
    expect(at.toolResultsIn().every(text => text.includes('Invalid input'))).toBe(true)
  })

  test('remembers the last twenty messages except failed answers', async () => {
    await maya.call(resetMate, {})
    for (let round = 1; round <= 12; round += 1) {
      at.model.will(round === 11 ? refuses(500, {}) : says(`Answer ${round}`))
      await at.answered(maya, `Question ${round}`)
    }
    const [, ...messages] = at.model.received[0]?.request.messages ?? []
    expect(messages[0]).toEqual({ role: 'user', content: 'Question 3' })
    expect(messages.at(-2)).toEqual({ role: 'assistant', content: 'Answer 10' })
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'Question 11\n\nQuestion 12' })
    expect(messages.every((message, index) => (message.role === 'user') === (index % 2 === 0))).toBe(true)
    at.model.will(says('I do not know.'))
    await at.answered(tom, 'What did the others ask?')
    expect(JSON.stringify(at.model.received)).not.toContain('Answer 4')
  })
})

describe('A model that fails', () => {
  const failed = (message: string) => ({ message: { state: 'failed' }, said: { message, details: { log_ids: [] } } })

  test('with silence before the first piece is reported as taking long [5.5b]', async () => {
    at.model.will(fallsSilent())
    const asked = await at.ask(maya, 'Anything new?')
    await at.model.asked(1)
    at.server.clock.advance(60_000)
    const end = await asked.end()
    expect(end).toMatchObject(failed("It's taking longer than expected..."))
    expect(end.frames.at(-1)?.event).toBe('error')
  })

  test('with silence in the middle is reported as taking long, and its text is discarded [5.5b]', async () => {
    at.model.will(fallsSilent('Half of it'))
    const asked = await at.ask(maya, 'Anything new?')
    await asked.frame('delta')
    at.server.clock.advance(60_000)
    expect(await asked.end()).toMatchObject(failed("It's taking longer than expected..."))
  })

  test.each([
    ['by breaking off', isCutAfter('Half of it')],
    ['by malformed JSON', sends('data: {"choices": [{"delta": {"content": "Ha')],
    ['by saying nothing', says()],
    ['by refusing', refuses(401, { error: { message: `Wrong key ${modelKey}` } })],
  ])('%s is reported as something that went wrong [5.5b] [8.11]', async (_, turn) => {
    at.model.will(turn)
    const end = await at.answered(maya, 'Anything new?')
    expect(end).toMatchObject(failed('Something went wrong'))
    expect(end.frames.at(-1)?.event).toBe('error')
  })

  test('is logged with the reason, without the key, the question or the answer', async () => {
    at.model.will(refuses(401, { error: { message: `Wrong key ${modelKey}` } }))
    await at.answered(maya, 'Where is the heron?')
    at.model.will(isCutAfter('The heron is'))
    await at.answered(maya, 'Where is the heron?')
    const lines = at.server.logLines.join('')
    expect(lines).toContain('HTTP 401')
    expect(lines).toContain('The model is broken.')
    expect(lines).not.toContain(modelKey)
    expect(lines).not.toContain('heron')
  })

  test('to end is cut, and its text until then is the answer', async () => {
    at.model.will(neverEnds({ content: 'and so on '.repeat(500) }))
    const { message, said } = await at.answered(maya, 'Tell me everything')
    expect(message.state).toBe('done')
    expect(said.message).toHaveLength(50_000)
  })

  test('to name a tool or to format its input may continue and answer', async () => {
    at.model.will(
      calls({ name: 'drop_tables', arguments: {} }, findLogs({ limit: 'all' }), {
        name: 'find_logs',
        arguments: '{"words": "pu',
      }),
      calls(findLogs({ words: 'pump' })),
      says(`It leaks ${pump.link}.`),
    )
    const { said, message } = await at.answered(maya, 'What about the pump?')
    expect(message.state).toBe('done')
    expect(said.details.log_ids).toEqual([pump.id])
  })

  test('to stop calling tools is told that it has called enough', async () => {
    at.model.will(calls(...Array.from({ length: 45 }, () => findLogs({ limit: 1 }))), says('That is all.'))
    const { message } = await at.answered(maya, 'Look again and again')
    expect(message.state).toBe('done')
    expect(at.toolResultsIn().filter(text => text.startsWith('find_logs found this.'))).toHaveLength(40)
    expect(at.toolResultsIn().filter(text => text.startsWith('No more calls'))).toHaveLength(5)
  })

  test('to produce storable characters does no harm', async () => {
    at.model.will(calls({ name: 'find_logs', arguments: '{"words": "pump\\u0000 \\ud83d"}' }), says('It leaks.\u0000'))
    const { message, frames } = await at.answered(maya, 'What about the pump?')
    expect(message.state).toBe('done')
    expect(frames.find(frame => frame.event === 'tool')).toMatchObject({ summary: '“pump ”' })
  })
})

describe('An answer that the person stops', () => {
  test('ends at once with its text so far, and the model is stopped [D27]', async () => {
    at.model.will(calls(findLogs()), fallsSilent(`The pump leaks ${pump.link}. And`))
    const asked = await at.ask(maya, 'What leaks?')
    await asked.frame('delta')
    asked.say({ event: 'stop', message_id: asked.message_id })
    const { message, said } = await asked.end()
    expect(message.state).toBe('stopped')
    expect(said.message).toBe(`The pump leaks ${pump.link}. And`)
    expect(said.details.log_ids).toEqual([pump.id])
    await (await at.model.asked(2)).closed
  })

  test('keeps only links to what was found', async () => {
    at.model.will(fallsSilent('See [this](#/docs/999?log=1) and'))
    const asked = await at.ask(maya, 'What leaks?')
    await asked.frame('delta')
    asked.say({ event: 'stop', message_id: asked.message_id })
    expect((await asked.end()).said.message).toBe('See this and')
  })

  test('before any text is an empty answer, not a failure', async () => {
    at.model.will(fallsSilent())
    const asked = await at.ask(maya, 'What leaks?')
    const { closed } = await at.model.asked(1)
    asked.say({ event: 'stop', message_id: asked.message_id })
    expect(await asked.end()).toMatchObject({ message: { state: 'stopped' }, said: { message: '' } })
    await closed
  })
})

describe('A person who loses their rights while Mate answers [D26]', () => {
  test('gets nothing more', async () => {
    const ana = await at.server.person({ name: 'Ana Lima' })
    await maya.invites(ana)
    const told: string[] = []
    const model: Model = {
      name: 'double',
      fill: () => Promise.reject(new Error('Nothing has a shape here.')),
      async *answer({ tools }) {
        const find = tools.find(tool => tool.name === 'find_logs')
        told.push(String(await find?.run({})))
        await maya.call(removeUser, { user_to_be_removed: ana.user_id })
        const more = await Promise.allSettled([find?.run({}), find?.run({})])
        for (const promiseSettledResult of more)
          if (promiseSettledResult.status === 'rejected') throw promiseSettledResult.reason
        yield 'Too late.'
      },
    }
    const said: string[] = []
    const looked: string[] = []
    const rows = await at.server.asOwner<{ id: string }>('select id from sessions where user_id = $1', [ana.user_id])
    const asker: OnBehalfOf = {
      user_id: ana.user_id,
      session_id: Number(rows[0]?.id),
      organization_id: maya.organization_id,
      ip: '',
      request_id: '',
    }
    const answer = answerWithModel(model, {
      app: at.server.app.context,
      asker,
      message_id: 1,
      question: 'What leaks?',
      signal: new AbortController().signal,
      say: text => void said.push(text),
      tool: name => void looked.push(name),
    })
    await expect(answer).rejects.toMatchObject({ code: 'organization.not_member' })
    expect(told).toHaveLength(1)
    expect(looked).toEqual(['find_logs', 'find_logs'])
    expect(said).toEqual([])
  })
})
