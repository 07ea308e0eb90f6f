import { beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import {
  type BotMessage,
  fetchMate,
  getNewSuggestions,
  getSuggestions,
  MateFrame,
  resetMate,
  sendToMate,
} from '#shared/contract/mate/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { ask as followed } from './test-model-server'

let server: TestServer
let maya: Actor
let dev: Actor
let ana: Actor
let bayLog: number

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  dev = await server.person({ name: 'Dev Patel' })
  ana = await server.person({ name: 'Ana Brandt' })
  await maya.createOrganisation('Ridgeway Cycles')
  await ana.createOrganisation('Lakeside Physio Clinic')
  await maya.invites(dev)
  bayLog = await logbook(maya, 'Bay log', 'organisation')
  await write(dev, bayLog, 'Brake bleed on ticket 4182 took 22 minutes longer. Bay 2 was blocked.')
  await write(maya, bayLog, 'Pads changed on ticket 4182, the old brake pads were soaked.')
  await write(maya, await logbook(maya, 'Payroll', 'private'), 'The secret figure is quicksilver 7781.')
  await write(
    ana,
    await logbook(ana, 'Patients', 'organisation'),
    'The secret figure is marigold 5512 for brake therapy.',
  )
})

async function logbook(who: Actor, document_name: string, access: 'private' | 'organisation'): Promise<number> {
  return (await who.call(createDocument, { document_name, document_type: 'logbook', access })).doc_id
}

async function write(who: Actor, doc_id: number, content: string) {
  server.clock.advance(60_000)
  return who.call(writeLog, { doc_id, content })
}

function connect(who: Actor): WebSocket {
  const query = new URLSearchParams({
    user_id: String(who.user_id),
    organization_id: String(who.organization_id),
    access_token: who.tokens?.AccessToken ?? '',
  })
  return new WebSocket(`${server.url.replace('http', 'ws')}/sockets/mate?${query}`)
}

/** Asks over HTTP and collects the frames of this answer from the socket, where those of the one before may still come. */
async function ask(
  who: Actor,
  message: string,
): Promise<{ frames: MateFrame[]; said: BotMessage; message_id: number }> {
  const answer = await followed(who, message)
  const { frames, said } = await answer.end()
  return { frames, said, message_id: answer.message_id }
}

describe('Built-in Mate answers from the workspace [1.3a, D25]', () => {
  test('who is here', async () => {
    const { said } = await ask(maya, 'Who is here?')
    expect(said.message).toContain('Maya Okafor')
    expect(said.message).toContain('Dev Patel')
    expect(said.message).not.toContain('Ana Brandt')
    expect(said.details.user_ids).toEqual(expect.arrayContaining([maya.user_id, dev.user_id]))
    expect((await ask(maya, 'Who is Dev?')).said.message).toMatch(/^- \*\*Dev Patel\*\*, /)
    const owners = (await ask(maya, 'Who are the owners?')).said
    expect(owners.message).not.toContain('Dev Patel')
    expect(owners.details.references).toEqual([{ kind: 'person', id: maya.user_id, title: 'Maya Okafor' }])
  })

  test('what was logged, by words, person, day and logbook, each line linked to its log', async () => {
    const { said } = await ask(maya, 'What was logged about brake pads?')
    expect(said.message).toMatch(new RegExp(`\\[Pads changed[^\\]]*\\]\\(#/docs/${bayLog}\\?log=\\d+\\)`))
    expect(said.details.log_ids).toHaveLength(1)
    expect(said.details.logbook_ids).toEqual([bayLog])
    expect(said.details.references[0]).toMatchObject({ kind: 'log', doc_id: bayLog })
    expect((await ask(maya, 'What did Dev write today?')).said.details.log_ids).toHaveLength(1)
    expect((await ask(maya, 'What was logged in Bay log today?')).said.details.log_ids).toHaveLength(2)
    expect((await ask(maya, 'What was logged yesterday?')).said.details.log_ids).toHaveLength(0)
  })

  test.each([
    ['en', 'What was logged about cellar?', /M \(happened \d/],
    ['de', 'Was wurde zu cellar geschrieben?', /\(geschehen \d/],
    ['es', '¿Qué se registró sobre cellar?', /\(ocurrió \d/],
    ['hi', 'cellar के बारे में क्या लिखा गया?', /\(घटना /],
    ['en', 'Summary of Cellar', /M \(happened \d/],
  ] as const)(
    'in %s, to “%s”, also when a log says that something happened earlier',
    async (language, question, told) => {
      const doc_id = await logbook(ana, 'Cellar', 'private')
      const happened_at = new Date(server.clock.now() - 3 * 3_600_000).toISOString()
      await ana.call(writeLog, { doc_id, content: 'The cellar door stood open.', happened_at })
      await ana.call(updateProfile, { user_language: language })
      const { said } = await ask(ana, question)
      await ana.call(updateProfile, { user_language: 'en' })
      expect(said.message).toMatch(told)
    },
  )

  test.each([
    ['en', 'Summary of today', 'Today'],
    ['de', 'Zusammenfassung von heute', 'Von heute'],
    ['es', 'Resumen de hoy', 'De hoy'],
    ['hi', 'आज का सारांश', 'आज'],
  ] as const)('in %s a summary of today begins with the day', async (user_language, question, day) => {
    await maya.call(updateProfile, { user_language })
    const { said, frames } = await ask(maya, question)
    await maya.call(updateProfile, { user_language: 'en' })
    expect(said.message).toMatch(new RegExp(`^\\*\\*${day}\\*\\*: `))
    expect(frames.find(frame => frame.event === 'tool')).toMatchObject({ summary: expect.stringMatching(/^[^\s,]/) })
  })

  test.each([
    ['en', 'Summary of brakes', 'About “brakes”'],
    ['en', 'Summary of the week', 'This week'],
    ['en', 'Summary of brakes in Bay log this week by Dev', 'Bay log, about “brakes”, this week by Dev Patel'],
    ['en', 'Summary', 'Everything you can open'],
    ['de', 'Zusammenfassung zu brakes', 'Zu „brakes“'],
    ['de', 'Zusammenfassung der Woche', 'In dieser Woche'],
    ['es', 'Resumen sobre brakes de la semana', 'Sobre «brakes», de esta semana'],
    ['hi', 'हफ़्ते का सारांश', 'इस हफ़्ते'],
    ['hi', 'brakes का सारांश', '“brakes” के बारे में'],
  ] as const)('in %s the heading of “%s” names its word and its time', async (user_language, question, heading) => {
    await maya.call(updateProfile, { user_language })
    const { said } = await ask(maya, question)
    await maya.call(updateProfile, { user_language: 'en' })
    expect(said.message.split('**: ')[0]).toBe(`**${heading}`)
  })

  test('a summary shows a first sentence once, also if the title is only its beginning [D45]', async () => {
    const long =
      'The frame of the cargo bike came back from the painter with a scratch along the whole down tube and a dent.'
    const paint = await logbook(maya, 'Paint', 'private')
    await write(maya, paint, `${long} It goes back.`)
    const { said } = await ask(maya, 'Summarise Paint')
    expect(said.message.split('The frame of the cargo bike')).toHaveLength(2)
    expect(said.message).toContain('a scratch along the whole down tube and a dent](#/docs/')
  })

  test('stop words do not count as frequent words, whatever language the logs and the reader have', async () => {
    const kiln = await logbook(maya, 'Kiln', 'private')
    await write(maya, kiln, 'The glaze came from the old kiln and der Ofen ist noch heiß, las piezas para hoy.')
    await write(maya, kiln, 'The glaze from the shop and the kiln, der Ofen ist kalt, las piezas para mañana.')
    for (const user_language of ['hi', 'es', 'en'] as const) {
      await maya.call(updateProfile, { user_language })
      const { said } = await ask(maya, { hi: 'Kiln का सारांश', es: 'Resume Kiln', en: 'Summarise Kiln' }[user_language])
      const mentioned = said.message.split('\n').at(-1) ?? ''
      expect(mentioned).toContain('glaze')
      expect(mentioned.match(/\p{L}+/gu)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(the|from|and|der|ist|las|para)$/)]),
      )
    }
  })

  test('a summary consists of the logs’ own sentences', async () => {
    const { said } = await ask(dev, 'Summarise the Bay log')
    expect(said.message).toContain('2 logs by 2 people')
    expect(said.details.log_ids.length).toBeGreaterThan(0)
    expect(said.details.read).toMatchObject({ logs: 2 })
  })

  test('Mate is no person among those who wrote', async () => {
    const oven = await logbook(maya, 'Oven', 'private')
    await write(maya, oven, 'The oven is at 900 degrees.')
    await write(maya, oven, 'The door of the oven is open.')
    const byMate = (words: string) =>
      server.asOwner('update logs set created_by = null where content like $1', [`%${words}%`])
    await byMate('900 degrees')
    expect((await ask(maya, 'Summarise Oven')).said.message).toContain('2 logs by 1 person and Mate')
    await byMate('door of the oven')
    expect((await ask(maya, 'Summarise Oven')).said.message).toContain('2 logs by Mate, ')
  })

  test('what it can do, and plainly that it did not understand', async () => {
    expect((await ask(dev, 'What can you do?')).said.message).toContain('Who is here?')
    const { said } = await ask(dev, '?!')
    expect(said.message).toContain('did not understand')
    expect(said.message).toContain('language model')
  })

  test('thanks are not answered with a greeting', async () => {
    expect((await ask(dev, 'thanks!')).said.message).toBe('You are welcome.')
  })

  test('in the person’s language', async () => {
    const lena = await server.person({ name: 'Lena Fischer', language: 'de' })
    await maya.invites(lena)
    expect((await ask(lena, 'Wer ist hier?')).said.message).toContain('Personen')
  })
})

describe('The rights of the person who asks apply [D26]', () => {
  test.each([
    'quicksilver',
    'Anything about the secret figure?',
    'Summary of today',
    'How many logs mention figure?',
    'Who wrote about figure?',
    'Which logbooks are there?',
  ])('a colleague does not learn of a private logbook by “%s”', async question => {
    const { said } = await ask(dev, question)
    expect(JSON.stringify(said)).not.toMatch(/7781|Payroll/)
  })

  test.each([
    'marigold',
    'What was logged about brake?',
    'Who is here?',
    'Which logbooks are there?',
    'Summary of today',
  ])('nobody learns of another organisation by “%s”', async question => {
    const { said } = await ask(maya, question)
    expect(JSON.stringify(said)).not.toMatch(/5512|Patients|Ana Brandt|Lakeside/)
  })

  test('the owner of the private logbook gets an answer', async () => {
    expect((await ask(maya, 'Anything about quicksilver?')).said.message).toContain('quicksilver 7781')
  })

  test('every tool call is in the audit log [D8]', async () => {
    const rows = await server.asOwner<{ kind: string }>(
      "select kind from audit where kind = 'mate.tool' and actor_id = $1",
      [dev.user_id],
    )
    expect(rows.length).toBeGreaterThan(3)
  })
})

describe('Streaming [D27]', () => {
  test('frames are numbered without gaps, and their text is the stored message', async () => {
    const { frames, said } = await ask(maya, 'What was logged today?')
    expect(frames.map(frame => frame.seq)).toEqual(frames.map((_, index) => index + 1))
    expect(frames[0]?.event).toBe('start')
    const text = frames.map(frame => (frame.event === 'delta' ? frame.text : '')).join('')
    expect(text).toBe(said.message)
  })

  test('a client that was disconnected anywhere resumes with exactly the rest', async () => {
    const { frames, message_id } = await ask(maya, 'What was logged today?')
    for (let last_seq = 0; last_seq < frames.length; last_seq += 1) {
      const socket = connect(maya)
      const rest: MateFrame[] = []
      await new Promise<void>(end => {
        socket.on('open', () => socket.send(JSON.stringify({ event: 'resume', message_id, last_seq })))
        socket.on('message', data => {
          rest.push(MateFrame.parse(JSON.parse(String(data))))
          if (rest.length === frames.length - last_seq) end()
        })
      })
      socket.close()
      expect(rest).toEqual(frames.slice(last_seq))
    }
  })

  test('long after the end, resuming returns the stored message; somebody else gets nothing', async () => {
    const { message_id, said } = await ask(maya, 'Who is here?')
    server.clock.advance(120_000)
    const [mine, theirs] = [connect(maya), connect(dev)]
    await Promise.all([mine, theirs].map(webSocket => new Promise(open => webSocket.once('open', open))))
    const heard: string[] = []
    const ponged = new Promise<void>(pong => {
      theirs.on('message', data => {
        heard.push(String(data))
        if (String(data) === 'pong') pong()
      })
    })
    const resumed = new Promise<MateFrame>(first =>
      mine.once('message', data => first(MateFrame.parse(JSON.parse(String(data))))),
    )
    theirs.send(JSON.stringify({ event: 'resume', message_id, last_seq: 0 }))
    mine.send(JSON.stringify({ event: 'resume', message_id, last_seq: 3 }))
    const frame = await resumed
    theirs.send('ping')
    await ponged
    expect(heard).toEqual(['pong'])
    expect(frame).toMatchObject({ event: 'done', seq: 4, message: { message_text: JSON.stringify(said) } })
    mine.close()
    theirs.close()
  })
})

describe('The conversation [7.9a, 3.13b]', () => {
  test('repeating a client id asks once', async () => {
    const first = await maya.call(sendToMate, { message: 'Who is here?', client_id: 'twice' })
    expect(await maya.call(sendToMate, { message: 'Who is here?', client_id: 'twice' })).toEqual(first)
    const newest = async () => (await maya.call(fetchMate, { limit: 1 }))[0]
    await expect.poll(newest).toMatchObject({ id: first.message_id, state: 'done' })
  })

  test('every answer is JSON text with a message and details, all of them lists [3.13b, 3.13c, 5.5a]', async () => {
    await ask(maya, 'Who is here?')
    const [newest] = await maya.call(fetchMate, { limit: 1 })
    const { message, details, ...others } = JSON.parse(newest?.message_text ?? '')
    expect(others).toEqual({})
    expect(message).toContain('Maya Okafor')
    const lists =
      'suggestions options task_ids user_ids logbook_ids schedule_for_userids message_ids job_ids log_ids frame_ids'
    for (const name of lists.split(' ')) expect(details[name], name).toBeInstanceOf(Array)
  })

  test('history pages backwards and starting over empties it, for this person only', async () => {
    const newest = await dev.call(fetchMate, { limit: 2 })
    const before = await dev.call(fetchMate, { limit: 2, last_id: newest.at(-1)?.id })
    expect(newest.map(message => message.id)).not.toContain(before[0]?.id)
    expect(newest[0]).toMatchObject({ is_from_ai: true, state: 'done' })
    await dev.call(resetMate, {})
    expect(await dev.call(fetchMate, {})).toEqual([])
    expect((await maya.call(fetchMate, {})).length).toBeGreaterThan(2)
  })

  test('five suggestions in five colours depend on the page [3.14, 9.8a]', async () => {
    const fresh = await maya.call(getNewSuggestions, {})
    expect(fresh.map(suggestion => suggestion.color)).toEqual([0, 1, 2, 3, 4].map(index => `suggest-${index}`))
    const page = await maya.call(createDocument, { document_name: 'Opening checklist', document_type: 'document' })
    const on = async (path: string) => (await maya.call(getNewSuggestions, { path })).map(suggestion => suggestion.text)
    const logbookPage = await on(`#/docs/${bayLog}`)
    expect(logbookPage.slice(0, 3)).toEqual([
      'Summarise Bay log',
      'Who wrote in Bay log this week?',
      'What was logged today in Bay log?',
    ])
    const others = await Promise.all([on(`#/docs/${page.doc_id}`), on('#/feed'), on('#/home'), on('#/profile')])
    const all = [logbookPage, ...others].map(texts => texts.join('\n'))
    expect(new Set(all).size).toBe(all.length)
    expect(all.join()).not.toContain('Opening checklist')
  })

  test('and on the last answer: its logbook, its people, never something the reader may no longer see [9.8a]', async () => {
    const goesOn = async () =>
      (await maya.call(getSuggestions, { path: '#/profile' })).map(suggestion => suggestion.text)
    await ask(maya, 'What was logged today in Bay log?')
    expect((await goesOn()).slice(0, 2)).toEqual(['Summarise Bay log', 'Who wrote in Bay log this week?'])
    await ask(maya, 'Who are the owners?')
    expect((await goesOn())[0]).toBe('What did Maya Okafor write this week?')
    await ask(maya, 'What did Maya Okafor write this week?')
    expect(await goesOn()).not.toContain('What did Maya Okafor write this week?')
  })
})
