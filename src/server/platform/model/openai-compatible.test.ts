import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { TestClock } from '../../../../test/clock'
import type { Model, ModelQuestion, ModelTool } from './model'
import { openAiCompatible } from './openai-compatible'
import {
  calls,
  fallsSilent,
  isCutAfter,
  LoopbackModel,
  neverEnds,
  refuses,
  says,
  sends,
  stopsShortAfter,
  writeChunk,
} from './testing/loopback-model'

const key = 'sk-a-key-that-nobody-may-see'
const patience = 60_000
let loopback: LoopbackModel
let clock: TestClock
let model: Model

beforeAll(async () => {
  loopback = await LoopbackModel.open()
})
afterAll(() => loopback.close())
beforeEach(() => {
  clock = new TestClock()
  model = openAiCompatible({ url: loopback.url, name: 'oak-7b', key, silence: patience }, clock)
})

function tool(name: string, run: ModelTool['run']): ModelTool {
  return { name, description: `Looks up ${name}.`, input: z.object({ word: z.string().max(20).default('any') }), run }
}

function ask(extra: Partial<ModelQuestion> = {}): AsyncIterator<string> {
  const question: ModelQuestion = {
    system: 'You are Mate.',
    messages: [{ role: 'user', content: 'What happened?' }],
    tools: [],
    signal: new AbortController().signal,
    ...extra,
  }
  return model.answer(question)[Symbol.asyncIterator]()
}

async function rest(pieces: AsyncIterator<string>): Promise<string> {
  let text = ''
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) text += next.value
  return text
}

describe('A model behind an OpenAI-compatible URL [D25]', () => {
  test('streams its answer piece by piece', async () => {
    loopback.will(async response => {
      writeChunk(response, { content: 'The brakes ' })
      await heardFirst
      await says('were bled.')(response, (await loopback.asked(1)).request)
    })
    let tellHeard = () => {}
    const heardFirst = new Promise<void>(resolve => {
      tellHeard = resolve
    })
    const pieces = ask()
    expect((await pieces.next()).value).toBe('The brakes ')
    tellHeard()
    expect(await rest(pieces)).toBe('were bled.')
  })

  test('is called with its name and key, the system prompt and the conversation', async () => {
    loopback.will(says('Yes.'))
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Good morning.' },
      { role: 'user', content: 'Anything new?' },
    ] as const
    await rest(ask({ messages }))
    const { request, headers } = await loopback.asked(1)
    expect(headers.authorization).toBe(`Bearer ${key}`)
    expect(request).toMatchObject({ model: 'oak-7b', stream: true })
    expect(request.messages).toEqual([{ role: 'system', content: 'You are Mate.' }, ...messages])
    expect(request.tools).toBeUndefined()
  })

  test('receives tools with the schema of their input; they are called with parsed arguments and answered', async () => {
    const words: unknown[] = []
    const find = tool('find_logs', async input => {
      words.push(input)
      return `found ${words.length}`
    })
    loopback.will(
      calls({ name: 'find_logs', arguments: { word: 'brakes' } }, { name: 'find_logs', arguments: '' }),
      says('Two things.'),
    )
    expect(await rest(ask({ tools: [find] }))).toBe('Two things.')
    expect(words).toEqual([{ word: 'brakes' }, { word: 'any' }])
    const [first, second] = [await loopback.asked(1), await loopback.asked(2)]
    expect(first.request.tools?.[0]?.function).toMatchObject({
      name: 'find_logs',
      description: 'Looks up find_logs.',
      parameters: { type: 'object', properties: { word: { type: 'string', maxLength: 20 } } },
    })
    const results = second.request.messages.filter(message => message.role === 'tool').map(message => message.content)
    expect(results).toEqual(['found 1', 'found 2'])
  })

  test('receives tool schemas in a form that small models understand', async () => {
    const input = z.object({
      ids: z.array(z.int()).max(20),
      from: z.iso.datetime().optional(),
      limit: z.int().min(1).default(30),
    })
    loopback.will(says('Yes.'))
    await rest(ask({ tools: [{ ...tool('look', async () => ''), input }] }))
    const { request } = await loopback.asked(1)
    expect(request.tools?.[0]?.function.parameters).toEqual({
      type: 'object',
      properties: {
        ids: { type: 'array', items: { type: 'integer' }, maxItems: 20 },
        from: { type: 'string', format: 'date-time' },
        limit: { type: 'integer', minimum: 1, default: 30 },
      },
      required: ['ids'],
    })
  })

  test('text before and after a tool call becomes two paragraphs', async () => {
    loopback.will((response, request) => {
      writeChunk(response, { content: 'I look it up.' })
      return calls({ name: 'look', arguments: {} })(response, request)
    }, says('Found it.'))
    expect(await rest(ask({ tools: [tool('look', async () => 'it')] }))).toBe('I look it up.\n\nFound it.')
  })

  test('an unknown tool or invalid arguments are reported to the model, which continues', async () => {
    let runs = 0
    const find = tool('find_logs', async () => String(++runs))
    loopback.will(
      calls(
        { name: 'print_secrets', arguments: {} },
        { name: 'find_logs', arguments: '{"word": ' },
        { name: 'find_logs', arguments: { word: 'a word that is far too long to be looked up' } },
      ),
      says('I could not look that up.'),
    )
    expect(await rest(ask({ tools: [find] }))).toBe('I could not look that up.')
    expect(runs).toBe(0)
    const { request } = await loopback.asked(2)
    const results = request.messages.filter(message => message.role === 'tool').map(message => message.content)
    expect(results).toHaveLength(3)
    expect(results[0]).toContain('unavailable tool')
    expect(results[1]).toContain('Invalid input')
    expect(results[2]).toContain('Invalid input')
  })

  test('after seven rounds of tool calls it gets no tools, so that it answers', async () => {
    const again = calls({ name: 'look', arguments: {} })
    loopback.will(again, again, again, again, again, again, again, says('Enough looked up.'))
    expect(await rest(ask({ tools: [tool('look', async () => 'nothing')] }))).toBe('Enough looked up.')
    expect(loopback.received.map(request => request.request.tools?.length)).toEqual([1, 1, 1, 1, 1, 1, 1, undefined])
  })

  test('an error in a tool ends the answer', async () => {
    loopback.will(calls({ name: 'look', arguments: {} }), says('Never mind.'))
    const look = tool('look', () => Promise.reject(new Error('You were removed.')))
    await expect(rest(ask({ tools: [look] }))).rejects.toThrow('You were removed.')
    expect(loopback.received).toHaveLength(1)
  })

  test('thoughts of a reasoning model are not part of the answer, wherever they occur', async () => {
    loopback.will((response, request) => {
      writeChunk(response, { reasoning_content: 'They ask about brakes.' })
      return says('<thi', 'nk>Hidden.</th', 'ink>The brakes are fine.')(response, request)
    })
    expect((await rest(ask())).trim()).toBe('The brakes are fine.')
  })
})

describe('A silent model', () => {
  const slow = { name: 'ModelFailure', kind: 'slow' }

  test('is given up if the first piece does not arrive in time', async () => {
    loopback.will(fallsSilent())
    const answer = rest(ask())
    const { closed } = await loopback.asked(1)
    clock.advance(patience - 1)
    clock.advance(1)
    await expect(answer).rejects.toMatchObject(slow)
    await closed
  })

  test('is waited for as long as the setting allows', async () => {
    let sayIt = () => {}
    loopback.will((response, request) => {
      sayIt = () => void says('Late.')(response, request)
    })
    const answer = rest(ask())
    await loopback.asked(1)
    clock.advance(patience - 1)
    sayIt()
    expect(await answer).toBe('Late.')
  })

  test('is given up if it stops between pieces, each of which restarts the timeout', async () => {
    let sayMore = () => {}
    loopback.will(response => {
      writeChunk(response, { content: 'The pump' })
      sayMore = () => void writeChunk(response, { content: ' is' })
    })
    const pieces = ask()
    expect((await pieces.next()).value).toBe('The pump')
    const second = pieces.next()
    clock.advance(patience - 1)
    sayMore()
    expect((await second).value).toBe(' is')
    const third = pieces.next()
    clock.advance(patience - 1)
    clock.advance(1)
    await expect(third).rejects.toMatchObject(slow)
  })

  test('is not charged for the time of a tool or a slow reader', async () => {
    let finishLookup = () => {}
    let tellStarted = () => {}
    const started = new Promise<void>(resolve => {
      tellStarted = resolve
    })
    const look = tool('look', () => {
      tellStarted()
      return new Promise(resolve => {
        finishLookup = () => resolve('it')
      })
    })
    loopback.will(calls({ name: 'look', arguments: {} }), says('Found', ' it.'))
    const pieces = ask({ tools: [look] })
    const first = pieces.next()
    await started
    clock.advance(patience * 3)
    finishLookup()
    expect((await first).value).toBe('Found')
    clock.advance(patience * 3)
    expect(await rest(pieces)).toBe(' it.')
  })

  test('is given up even if it keeps the connection alive', async () => {
    loopback.will(response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': still here\n\n')
      writeChunk(response, { content: '' })
    })
    const answer = rest(ask())
    await loopback.asked(1)
    clock.advance(patience)
    await expect(answer).rejects.toMatchObject(slow)
  })
})

describe('A model with an unusable answer', () => {
  test.each([
    ['refuses', refuses(401, { error: { message: `Wrong key: ${key}` } }), /401/],
    ['is overloaded', refuses(503, {}), /503/],
    ['answers a page', refuses(200, {}), /./],
    ['breaks off in the middle', isCutAfter('The first half'), /./],
    ['ends without having finished', stopsShortAfter('The first half'), /./],
    ['sends what is no JSON', sends('data: {"choices": [{'), /./],
    ['sends JSON of another kind', sends('data: {"answer": 42}', 'data: [DONE]'), /./],
    ['sends no events at all', sends('<!doctype html>'), /./],
    ['reports an error', sends('data: {"error": {"message": "Out of memory."}}'), /Out of memory/],
    ['says nothing', says(), /nothing/],
  ])('is broken when it %s, and is not asked again', async (_, turn, reason) => {
    loopback.will(turn)
    const failure = await rest(ask()).then(
      text => text,
      error => error,
    )
    expect(failure).toMatchObject({ name: 'ModelFailure', kind: 'broken' })
    expect(String(failure.cause)).toMatch(reason)
    expect(JSON.stringify([failure.message, String(failure.cause), failure.cause])).not.toContain(key)
    expect(loopback.received).toHaveLength(1)
  })

  test('is broken when nobody listens at its URL', async () => {
    const closed = await LoopbackModel.open()
    await closed.close()
    model = openAiCompatible({ url: closed.url, name: 'oak-7b', key, silence: patience }, clock)
    await expect(rest(ask())).rejects.toMatchObject({ kind: 'broken' })
  })

  test('an endless answer is cut, counts as complete, and the model is stopped', async () => {
    loopback.will(neverEnds({ content: 'and so on '.repeat(20) }))
    const text = await rest(ask())
    expect(text).toHaveLength(50_000)
    await (await loopback.asked(1)).closed
  })

  test('endless thoughts end too', async () => {
    loopback.will(neverEnds({ reasoning_content: 'hm '.repeat(100_000) }))
    await expect(rest(ask())).rejects.toMatchObject({ kind: 'broken' })
    await (await loopback.asked(1)).closed
  })
})

describe('An answer that is stopped', () => {
  test('ends at once and quietly, together with the request', async () => {
    loopback.will(fallsSilent('The pump'))
    const stop = new AbortController()
    const pieces = ask({ signal: stop.signal })
    expect((await pieces.next()).value).toBe('The pump')
    const next = pieces.next()
    stop.abort()
    expect(await next).toEqual({ value: undefined, done: true })
    await (await loopback.asked(1)).closed
  })

  test('does not wait for a running tool', async () => {
    const stop = new AbortController()
    let tellStarted = () => {}
    const started = new Promise<void>(resolve => {
      tellStarted = resolve
    })
    const look = tool('look', () => {
      tellStarted()
      return new Promise(() => {})
    })
    loopback.will(calls({ name: 'look', arguments: {} }))
    const next = ask({ tools: [look], signal: stop.signal }).next()
    await started
    stop.abort()
    expect((await next).done).toBe(true)
  })

  test('sends no request if it was stopped before it began', async () => {
    loopback.will(says('Hello.'))
    expect(await rest(ask({ signal: AbortSignal.abort() }))).toBe('')
    expect(loopback.received).toHaveLength(0)
  })

  test('ends the request when nobody reads it any more', async () => {
    loopback.will(fallsSilent('The pump'))
    const pieces = ask()
    await pieces.next()
    await pieces.return?.()
    await (await loopback.asked(1)).closed
  })
})
