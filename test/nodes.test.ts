import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { downloadFiles, uploadFiles } from '#shared/contract/attachments/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { createJob, listRuns, runJob } from '#shared/contract/jobs/endpoints'
import type { Job } from '#shared/contract/jobs/job'
import { closeCodes } from '#shared/contract/live'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { MateFrame, sendToMate } from '#shared/contract/mate/endpoints'
import { initiateChat, sendTyping } from '#shared/contract/messages/endpoints'
import { PersonPresence } from '#shared/contract/presence'
import { signOut } from '#shared/contract/session/endpoints'
import { changePermission, readFeed } from '#shared/contract/sources/endpoints'
import { markdownOf } from '#shared/page/document'
import { eventually } from '#shared/testing/eventually'
import { bytes as bytesOf, PageClient } from '../src/server/features/documents/pages/test-page-client'
import { screenOf } from '../src/server/features/sources/test-yard'
import { Desktop, pictureOf } from '../src/server/features/sources/testing/desktop'
import { FeedClient } from '../src/server/features/sources/testing/feed-client'
import { LiveClient, socketAddress } from '../src/server/platform/live/testing/live-client'
import { startS3 } from '../src/server/platform/objects/testing/s3-service'
import { Actor } from './actor'
import { buildServer } from './built-server'
import { closeAtEnd } from './closing'
import { template, testSecret } from './names'
import { NatsServer } from './nats-server'
import { databaseUrl, newFolder, ServerProcess, tidy } from './server-process'

// Whole servers start and end here, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let program: string
let settings: Record<string, string>
let nats: NatsServer
let database: string
/** Two nodes that answer people, and one that runs jobs. */
let first: ServerProcess
let second: ServerProcess
let worker: ServerProcess
/** Maya is connected to the first node, Tom to the second. */
let maya: Actor
let tom: Actor
let doc_id: number

const at = { first: { url: '' }, second: { url: '' } }

async function start(ROLES: string): Promise<ServerProcess> {
  return new ServerProcess(program, await newFolder(), { ...settings, ROLES })
}

beforeAll(async () => {
  const connection = { ...inject('postgres'), database: 'postgres' }
  database = `nodes_${process.pid}`
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`create database ${database} template ${template}`)
  await client.end()
  const [s3] = await Promise.all([
    startS3(),
    NatsServer.start().then(started => {
      nats = started
    }),
    buildServer().then(built => {
      program = built
    }),
  ])
  closeAtEnd(() => s3.stop())
  settings = {
    ...s3.settings,
    DATABASE_URL: databaseUrl(connection, database),
    NATS_URL: nats.url,
    BILLING: 'off',
    SECRET: testSecret,
    TRUSTED_PROXIES: '127.0.0.1',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  }
  ;[first, second, worker] = await Promise.all([start('web'), start('web'), start('worker')])
  at.first.url = await first.ready()
  at.second.url = await second.ready()
  await worker.ready()
  for (const node of [first, second, worker]) await node.says(/Connected to NATS/)
  maya = new Actor(at.first, '10.0.0.1')
  tom = new Actor(at.second, '10.0.0.2')
  await maya.signUp({ name: 'Maya Okafor' })
  await tom.signUp({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  doc_id = (await logbook('Workshop')).doc_id
})
afterAll(tidy)

const logbook = (document_name: string) =>
  maya.call(createDocument, { document_name, document_type: 'logbook', access: 'organisation' })

const says = (text: string) => (frame: { event: string }) =>
  frame.event === 'event' && JSON.stringify(frame).includes(text)

/** The contents of all logs of the workshop, sorted. */
async function contents(who: Actor): Promise<string[]> {
  const all: string[] = []
  for (let end_before: number | undefined; ; ) {
    const { logs, has_older } = await who.call(readLogs, { doc_id, end_before })
    all.push(...logs.map(log => log.content))
    if (!has_older) return all.sort()
    end_before = logs.at(-1)?.id
  }
}

const metric = async (node: { url: string }, name: string) =>
  (await (await fetch(`${node.url}/metrics`)).text()).split('\n').filter(line => line.startsWith(name))

describe('Two web nodes and a worker on one database', () => {
  test('sockets of each node receive what happens at the other: events, who writes, who is there', async () => {
    const [hers, his] = await Promise.all([maya, tom].map(who => LiveClient.listening(who)))
    await maya.call(writeLog, { doc_id, content: 'From the first node' })
    await tom.call(writeLog, { doc_id, content: 'From the second node' })
    for (const client of [hers, his]) {
      await client?.until(says('From the first node'))
      await client?.until(says('From the second node'))
    }
    const { chat_id } = await maya.call(initiateChat, { connection_id: tom.user_id })
    await tom.call(sendTyping, { chat_id })
    expect(await hers?.until(frame => frame.event === 'typing')).toMatchObject({ chat_id, user_id: tom.user_id })
    hers?.socket.send(JSON.stringify({ event: 'watch', chat_ids: [chat_id] }))
    await hers?.until(
      frame =>
        frame.event === 'presence' &&
        PersonPresence.array()
          .parse(frame.people)
          .some(({ user_id, state }) => user_id === tom.user_id && state === 'online'),
    )
    await Promise.all([hers?.leave(), his?.leave()])
  })

  test('a page that both write is saved once for each version; the other one gets both texts [D18]', async () => {
    const page = { document_name: 'Handover', document_type: 'document', access: 'organisation' } as const
    const { doc_id, version } = await maya.call(createDocument, page)
    const sent = { doc_id, version }
    const replies = await Promise.all([
      maya.reply(replaceContent, { ...sent, content: 'Written at the first node' }),
      maya.reply(replaceContent, { ...sent, content: 'Written at the first node again' }),
      tom.reply(replaceContent, { ...sent, content: 'Written at the second node' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const saved = replies.find(({ status }) => status === 200)?.data
    const newest = { doc_id, version: saved?.version ?? 0 }
    expect(await tom.call(replaceContent, { ...newest, content: 'Both' })).toMatchObject({ content: 'Both' })
  })

  test('a page is written live at both at once: each has both texts and the caret of the other [D46]', async () => {
    const page = { document_name: 'Torques', document_type: 'document', access: 'organisation' } as const
    const { doc_id, version } = await maya.call(createDocument, page)
    await maya.call(replaceContent, { doc_id, version, content: 'Crank: .\n\nStem: .' })
    const people = [maya, tom]
    const sockets = await Promise.all(people.map(who => LiveClient.listening(who)))
    for (const socket of sockets) socket.socket.send(JSON.stringify({ event: 'pages', doc_ids: [doc_id] }))
    await Promise.all(sockets.map(socket => socket.ping()))
    const writers = await Promise.all(people.map(who => PageClient.open(who, doc_id)))
    const shown = writers.map(writer => Y.encodeStateAsUpdate(writer.doc))
    const lines = ['Crank: ', 'Stem: ']
    // Nobody fetches the page in between, so each node only has the changes of the other in the database.
    for (const words of ['Nm', '0 ', '4'])
      await Promise.all(writers.map((writer, index) => writer.types(lines[index] ?? '', words)))
    for (const [index, socket] of sockets.entries()) {
      const state = Buffer.from(`caret ${index}`).toString('base64')
      socket.socket.send(JSON.stringify({ event: 'caret', doc_id, state }))
      const by = people[index]?.user_id
      const seen = await sockets[1 - index]?.until(frame => frame.event === 'caret' && frame.user_id === by)
      expect(seen).toMatchObject({ doc_id, state })
    }

    const text = 'Crank: 40 Nm.\n\nStem: 40 Nm.'
    for (const [index, socket] of sockets.entries()) {
      await socket.until(frame => frame.event === 'page' && frame.seq === 6)
      const updates = socket.frames.flatMap(frame => (frame.event === 'page' ? [frame.update] : []))
      expect(updates).toHaveLength(6)
      // What an editor has: the page as it was opened, and what the socket sent.
      const edited = new Y.Doc()
      for (const update of [shown[index] ?? new Uint8Array(), ...updates.map(bytesOf)]) Y.applyUpdate(edited, update)
      expect(markdownOf(edited)).toBe(text)
    }
    for (const writer of writers) {
      await writer.sync()
      expect(writer.text).toBe(text)
    }
    await Promise.all(sockets.map(socket => socket.leave()))
  })

  test('a file that was uploaded at one node is downloaded at the other', async () => {
    const bytes = Buffer.from('Torque of the crank: 40 Nm')
    const [file] = await maya.call(uploadFiles, {}, { files: [{ name: 'torque.txt', bytes }] })
    const file_ids = [file?.file_id ?? '']
    await maya.call(writeLog, { doc_id, content: 'See the file', file_ids })
    const [found] = await tom.call(downloadFiles, { file_ids })
    expect(await (await fetch(new URL(found?.url ?? '', at.second.url))).text()).toBe(bytes.toString())
  })

  test('an answer of Mate that is written at one node streams to the other one', async () => {
    const socket = new WebSocket(socketAddress({ ...maya, server: at.second }, '/sockets/mate'))
    const frames: MateFrame[] = []
    const done = new Promise<void>(resolve => {
      socket.on('message', data => {
        const frame = MateFrame.parse(JSON.parse(data.toString()))
        frames.push(frame)
        if (frame.event === 'done') resolve()
      })
    })
    await new Promise(resolve => socket.once('open', resolve))
    const question = { message: 'What happened in the workshop?', client_id: crypto.randomUUID() }
    await maya.call(sendToMate, question)
    await done
    socket.close()
    expect(frames[0]?.event).toBe('start')
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, index) => index + 1))
  })

  test('a screen that is shared at one node is watched at the other, by those who may see it [D32, D34]', async () => {
    const screen = screenOf(maya)
    const desktop = await Desktop.sharing(maya)
    const page = await FeedClient.of(tom)
    page.watch(screen)
    await page.until('feed_changed')
    await desktop.client.ping()
    expect(desktop.asked).toEqual([])

    await maya.call(changePermission, { organisation: true })
    await eventually(async () => {
      const { screen_sharing_users } = await tom.call(readFeed, {})
      expect(screen_sharing_users.map(({ state }) => state)).toContain('sharing')
    })
    page.watch(screen)
    await desktop.client.untilViewers(screen, ['Tom Reyes'])
    await desktop.answer(1, pictureOf('the bench'))
    const { url } = await page.until('frame')
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(pictureOf('the bench'))
    await maya.call(changePermission, { organisation: false })
    await desktop.client.untilViewers(screen, [])
    await Promise.all([page.leave(), desktop.client.leave()])
  })

  test('jobs run once, at the worker', async () => {
    const { doc_id: written } = await logbook('Watch log')
    const watches = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        maya.call(createJob, {
          instruction_text: `Yard watch ${index + 1}`,
          minute_interval: 60,
          timezone: 'UTC',
          source: { logbook_ids: [doc_id] },
          destination: { logbook_ids: [written] },
        }),
      ),
    )
    const run = ({ instruction_id }: Job) => maya.call(runJob, { instruction_id }, { key: `run ${instruction_id}` })
    await Promise.all(watches.map(run))
    const runsOf = async ({ instruction_id }: Job) => (await maya.reply(listRuns, { instruction_id })).data
    for (const watch of watches)
      await eventually(async () => expect((await runsOf(watch)).map(({ status }) => status)).toContain('succeeded'))
    for (const watch of watches) expect(await runsOf(watch)).toHaveLength(1)
    expect((await tom.call(readLogs, { doc_id: written })).logs).toHaveLength(watches.length)
    for (const node of [at.first, at.second]) expect(await metric(node, 'wheelhouse_runs_total{')).toEqual([])
    expect(await metric({ url: await worker.ready() }, 'wheelhouse_runs_total{')).not.toEqual([])
    expect((await fetch(`${await worker.ready()}/notes/list`, { method: 'POST' })).status).toBe(404)
  })
})

describe('Without NATS', () => {
  test('nothing is lost: a second later the other node has read everything, and sign-outs count there too', async () => {
    const [hers, his] = await Promise.all([maya, tom].map(who => LiveClient.listening(who)))
    const lisa = new Actor(at.first, '10.0.0.3')
    await lisa.signUp({ name: 'Lisa Brandt' })
    await maya.invites(lisa)
    const elsewhere = LiveClient.to({ ...lisa, server: at.second, organization_id: lisa.organization_id })
    await elsewhere.until(frame => frame.event === 'ready')
    await nats.kill()
    for (const node of [first, second, worker]) await node.says(/connection to NATS was lost/)
    const written = Array.from({ length: 20 }, (_, index) => `Without NATS ${index + 1}`)
    for (const [index, content] of written.entries()) await (index % 2 ? maya : tom).call(writeLog, { doc_id, content })
    for (const client of [hers, his]) {
      await client?.until(says('Without NATS 20'))
      const seqs = client?.events.map(({ seq }) => seq) ?? []
      expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => one - other))
      for (const text of written) expect(client?.frames.filter(says(`"${text}"`))).toHaveLength(1)
    }
    await lisa.call(signOut, { refresh_token: lisa.tokens?.RefreshToken ?? '' })
    expect(await elsewhere.closed).toBe(closeCodes.tokenExpired)
    await nats.start()
    for (const node of [first, second]) await node.says(/was lost[\s\S]*Connected to NATS/)
    await maya.call(writeLog, { doc_id, content: 'NATS is back' })
    await his?.until(says('NATS is back'))
    await Promise.all([hers?.leave(), his?.leave()])
  })
})

describe('A node that is killed', () => {
  test('loses nothing: its clients resume at another one, and repeat what was not answered', async () => {
    const his = await LiveClient.listening(tom)
    await maya.call(writeLog, { doc_id, content: 'Before the death' })
    await his.until(says('Before the death'))
    const last_seq = his.events.at(-1)?.seq ?? 0
    const writing = Array.from({ length: 10 }, async (_, index) => {
      const content = `Around the death ${index}`
      const params = { doc_id, content }
      await tom.call(writeLog, params, { key: content }).catch(() => new Actor(at.first, tom.ip))
    })
    await second.kill()
    expect(await his.closed).toBe(1006)
    await Promise.all(writing)
    // The balancer sends the rest of his calls to the first node.
    const there = Object.assign(new Actor(at.first, tom.ip), {
      user_id: tom.user_id,
      organization_id: tom.organization_id,
      tokens: tom.tokens,
    })
    const resumed = await LiveClient.listening(there, last_seq)
    const again = Array.from({ length: 10 }, (_, index) => `Around the death ${index}`)
    await Promise.all(again.map(content => there.call(writeLog, { doc_id, content }, { key: content })))
    await there.call(writeLog, { doc_id, content: 'After the death' })
    await resumed.until(says('After the death'))
    const all = await contents(there)
    for (const text of again) {
      expect(all.filter(content => content === text)).toHaveLength(1)
      expect(resumed.frames.filter(says(`"${text}"`))).toHaveLength(1)
    }
    await resumed.leave()
    for (const node of [first, worker]) {
      node.signal('SIGTERM')
      expect(await node.exited).toBe(0)
      expect(node.stderr).toBe('')
      expect(node.stdout).not.toContain('"level":50')
    }
  })
})
