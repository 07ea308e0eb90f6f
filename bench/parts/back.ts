import { type Browser, chromium, type Page } from '@playwright/test'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { sendToMate } from '#shared/contract/mate/endpoints'
import { openSpaceChat, sendMessage } from '#shared/contract/messages/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { createTask } from '#shared/contract/tasks/endpoints'
import config from '../../playwright.config'
import type { Part } from '../bench-context'
import { type Owner, shotOf } from '../product'
import { fast3G, type Start, timed } from '../slow-network'
import type { Row } from '../table'
import { Wire } from '../wire'
import { type SignedIn, signedIn } from './signed-in'

/** More than elsewhere, because it is also told how many of them are in time. */
const rounds = 7
/** The most milliseconds until somebody who comes back sees the app, and what they read last. */
const most = 1_000

/** Where somebody comes back to. */
interface Place {
  name: string
  path: string
  /** Words of what was read there. They stand nowhere else in the page. */
  words: string
  /** The name of the copy on the device. */
  copy: string
  /** What is pressed there before it is left. */
  press?: string
}

/**
 * What somebody waits for who comes back on a slow network, with the app's files and what they read last on the device: a
 * logbook, a page, the conversation with Mate, a chat, a space and their own tasks as a board.
 */
export const back: Part = async bench => {
  const account = await signedIn(bench)
  const places = await plant(account)
  const browser = await chromium.launch(config.use?.launchOptions)
  const rows: Row[] = []
  try {
    const starts = places.map((): Start[] => [])
    // In turns, so that variations of the machine affect all of them.
    for (let round = 0; round < rounds; round++)
      for (const [at, place] of places.entries()) starts[at]?.push(await comeBack(browser, account, place))
    for (const [at, { name }] of places.entries()) {
      const [paint, ready] = (['paint', 'ready'] as const).map(figure => starts[at]?.map(start => start[figure]) ?? [])
      const inTime = (ready ?? []).filter(time => time <= most).length / rounds
      const row = { floor: null, aim: { atMost: most }, unit: 'ms' }
      rows.push(
        { ...row, what: `Coming back to ${name} on ${fast3G.name}: first paint`, product: paint ?? [] },
        { ...row, what: '… until what was read is there', product: ready ?? [] },
        { what: '… of the starts within 1,000 ms', unit: '%', product: [inTime * 100], floor: null, aim: null },
      )
    }
  } finally {
    await browser.close()
  }
  return rows
}

/** Reads on a fast network, closes the page, and opens it again on a slow one. */
async function comeBack(
  browser: Browser,
  { origin, storageState }: SignedIn,
  { path, words, copy, press }: Place,
): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState })
  try {
    const url = `${origin}/#${path}`
    const first = await context.newPage()
    await first.goto(url)
    if (press) await first.getByRole('radio', { name: press }).check({ force: true })
    await until(first, isShown(words))
    await first.evaluate('navigator.serviceWorker.ready')
    await stored(first, copy)
    await first.close()
    return await timed(context, url, fast3G, isShown(words))
  } finally {
    await context.close()
  }
}

const isShown = (words: string) =>
  `[...document.querySelectorAll('#root main')].some(main => main.textContent.includes(${JSON.stringify(words)}))`

/** Resolves when an expression is true. The page forbids what `waitForFunction` does. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(50)
}

/** Resolves when there is a copy of this name on the device. */
const stored = (page: Page, copy: string): Promise<void> =>
  until(
    page,
    `(async () => {
      const databases = await indexedDB.databases()
      if (!databases.some(({ name }) => name === 'wheelhouse.read')) return false
      const database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open('wheelhouse.read')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      try {
        const keys = await new Promise((resolve, reject) => {
          const reading = database.transaction('copies').objectStore('copies').getAllKeys()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        return keys.some(([, name]) => name === ${JSON.stringify(copy)})
      } finally {
        database.close()
      }
    })()`,
  )

/** Writes what is read: a page, a question to Mate, messages in the chat of a space, and tasks. */
async function plant({ owner }: SignedIn): Promise<Place[]> {
  const wire = new Wire(owner.port)
  const ask = async <T>(shot: ReturnType<typeof shotOf>) => (JSON.parse(await wire.ask(shot)) as { data: T }).data
  const [space] = await ask<{ id: number }[]>(shotOf(owner, listBranches, {}))
  const branch_id = space?.id ?? 0
  const places = [
    {
      ...{ name: 'a logbook', path: `/docs/${owner.doc_id}`, words: 'Pads changed on ticket 1' },
      copy: `document.${owner.doc_id}.logs`,
    },
    await plantPage(owner, ask),
    await plantQuestion(owner, ask),
    await plantChat(owner, branch_id, ask),
    ...(await plantTasks(owner, branch_id, ask)),
  ]
  wire.close()
  return places
}

type Ask = <T>(shot: ReturnType<typeof shotOf>) => Promise<T>

async function plantPage(owner: Owner, ask: Ask): Promise<Place> {
  const kind = { document_name: 'Opening the shop', document_type: 'document' } as const
  const { doc_id } = await ask<{ doc_id: number }>(shotOf(owner, createDocument, kind))
  const words = 'Switch the compressor on'
  const content = [
    ...[words, '## Then', '- [ ] Count the till', '- [ ] Unlock the rack', '**Not before eight.**'],
    ...Array.from(
      { length: 20 },
      (_, nr) => `Paragraph ${nr}: what is done in the morning, with a sentence of the usual length.`,
    ),
  ]
  await ask(shotOf(owner, replaceContent, { doc_id, content: content.join('\n\n'), version: 0 }))
  return { name: 'a page', path: `/docs/${doc_id}`, words, copy: `document.${doc_id}.page` }
}

async function plantQuestion(owner: Owner, ask: Ask): Promise<Place> {
  const words = 'How many logs are in Bay log?'
  await ask(shotOf(owner, sendToMate, { message: words, client_id: 'bench-back' }))
  return { name: 'Mate', path: '/chat', words, copy: 'mate' }
}

async function plantChat(owner: Owner, branch_id: number, ask: Ask): Promise<Place> {
  const { chat_id } = await ask<{ chat_id: number }>(shotOf(owner, openSpaceChat, { branch_id }))
  const send = (chat_message: string, nr: number) =>
    ask(shotOf(owner, sendMessage, { chat_id, chat_message, client_id: `bench-${nr}` }))
  for (let nr = 0; nr < 40; nr++) await send(`The seatpost on ${4100 + nr} is out.`, nr)
  const words = 'Who takes the one with the bent rim?'
  await send(words, 40)
  // The last message also stands in the list of chats.
  await send('I do.', 41)
  return { name: 'a chat', path: `/home/messages/${chat_id}`, words, copy: `chat.${chat_id}` }
}

async function plantTasks(owner: Owner, branch_id: number, ask: Ask): Promise<Place[]> {
  for (let nr = 0; nr < 30; nr++)
    await ask(shotOf(owner, createTask, { branch_id, title: `Service ${4100 + nr}`, assignees: [owner.user_id] }))
  const words = 'Service 4101'
  return [
    { name: 'a space and its tasks', path: `/home/spaces/${branch_id}`, words, copy: `board.${branch_id}.rolewise` },
    { name: 'the own tasks as a board', path: '/mytasks', words, copy: 'tasks.open', press: 'Board' },
  ]
}
