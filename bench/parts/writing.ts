import { type Browser, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { newPage, Writer } from '../page-writer'
import { asOwner, type Owner, type Product } from '../product'
import type { Row } from '../table'

const bareWriters = 18
/** Letters of each of the two people in a round, and of the round before the first one, which is not counted. */
const letters = { counted: 100, before: 40 }
/** Milliseconds between two keys of the same writer, on average. */
const pace = 200

/**
 * From a key in one Chromium until the letter is painted in another one, in the page of the product that two people and 18
 * writers without an editor have open; all twenty type. The floor is the way between two of the writers without an editor
 * in the same rounds, from the call until the change is in the document of the other.
 */
export const writing: Part = async bench => {
  const product = await bench.product()
  const anna = await bench.newOwner(product)
  const tom = await colleagueOf(product, anna, await bench.newOwner(product))
  const paragraphs = Array.from({ length: bareWriters }, (_, nr) => `Paragraph ${nr}.`)
  const doc_id = await newPage(anna, [...paragraphs, 'Anna:', 'Tom:'].join('\n\n'))
  const bare = paragraphs.map(() => new Writer(anna, doc_id))
  await Promise.all(bare.map(writer => writer.open()))
  const [one, other] = [await Person.come(anna, doc_id, 'Anna:', 'q'), await Person.come(tom, doc_id, 'Tom:', 'j')]
  const found: { shown: number[]; painted: number[]; bare: number[] }[] = []
  try {
    await Promise.all([one.watch(other), other.watch(one)])
    await requireOneClock(one.page, other.page)
    for (let round = -1; round < rounds; round++) {
      const count = round < 0 ? letters.before : letters.counted
      const isTyping = { now: true }
      const typedBare = Promise.all(bare.map((_, nr) => typeBare(bare, nr, isTyping)))
      await Promise.all([one.type(count), other.type(count)])
      isTyping.now = false
      const milliseconds = (await typedBare).flat()
      const seen = [...(await one.seenBy(other, count)), ...(await other.seenBy(one, count))]
      if (round < 0) continue
      found.push({
        shown: seen.map(({ pressed, shown }) => shown - pressed),
        painted: seen.map(({ pressed, painted }) => painted - pressed),
        bare: milliseconds,
      })
    }
    await requireOneClock(one.page, other.page)
  } finally {
    for (const writer of bare) writer.close()
    await Promise.all([one.leave(), other.leave()])
  }
  const of = (which: 'shown' | 'painted' | 'bare', share: number) => found.map(round => percentile(round[which], share))
  const row = (what: string, product: number[], floor: number[] | null, aim: Row['aim']) =>
    ({ what, unit: 'ms', product, floor, aim }) satisfies Row
  return [
    row('Key in Chromium to painted in another, 20 writers, p50', of('painted', 0.5), null, { atMost: 40 }),
    row('… p95', of('painted', 0.95), null, null),
    row('… until it is in the DOM, p50, beside two clients without an editor', of('shown', 0.5), of('bare', 0.5), null),
    row('… p95', of('shown', 0.95), of('bare', 0.95), null),
  ]
}

/** Makes somebody a member of another one’s workspace, in which their app opens. */
async function colleagueOf({ dataDir }: Product, { organization_id }: Owner, other: Owner): Promise<Owner> {
  await asOwner(dataDir, async client => {
    await client.query(
      `insert into memberships (organization_id, user_id, org_role, joined_at) values ($1, $2, 'admin', now())`,
      [organization_id, other.user_id],
    )
    await client.query('update users set selected_organization_id = $1 where id = $2', [organization_id, other.user_id])
  })
  return { ...other, organization_id }
}

/** Types as long as the others do, and returns the milliseconds from each key until the next writer has it. */
async function typeBare(bare: readonly Writer[], nr: number, isTyping: { now: boolean }): Promise<number[]> {
  const [writer, next] = [bare[nr], bare[(nr + 1) % bare.length]]
  const milliseconds: number[] = []
  if (!writer || !next) return milliseconds
  // At other moments than the rest.
  await new Promise(resolve => setTimeout(resolve, (nr * pace) / bareWriters))
  while (isTyping.now) {
    const rest = new Promise(resolve => setTimeout(resolve, pace))
    const before = next.lengthOf(nr)
    const start = performance.now()
    const seen = next.sees(nr, before)
    await writer.type(nr, 'x')
    await seen
    milliseconds.push(performance.now() - start)
    await rest
  }
  return milliseconds
}

/** The instants of one letter, by the clock of the machine: its key, in the DOM of the other, and painted there. */
interface Seen {
  pressed: number
  shown: number
  painted: number
}

/** Somebody at a Chromium of their own who types one letter into a paragraph of their own, which nobody else types. */
class Person {
  #typed = 0

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
    private readonly letter: string,
  ) {}

  static async come(owner: Owner, doc_id: number, paragraph: string, letter: string): Promise<Person> {
    const browser = await chromium.launch(config.use?.launchOptions)
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
    const { tokens, user_id: userId, organization_id: organizationId, port } = owner
    const session = { tokens, userId, organizationId, profileToken: null, isNewUser: false, clockOffset: 0 }
    const page = await context.newPage()
    await page.addInitScript(`localStorage.setItem('app', ${JSON.stringify(JSON.stringify({ session }))})`)
    await page.goto(`http://localhost:${port}/#/docs/${doc_id}`)
    const text = page.getByRole('textbox', { name: 'Page text' })
    await text.getByText(paragraph).click()
    await page.keyboard.press('End')
    const person = new Person(browser, page, letter)
    await page.evaluate(notePresses(letter))
    return person
  }

  /** Notes from now on when letters of another person appear here. */
  async watch(other: Person): Promise<void> {
    await this.page.evaluate(noteLetters(other.letter))
  }

  /** With pauses between half and one and a half of `pace`, because two people do not press their keys at the same moments. */
  async type(count: number): Promise<void> {
    for (let nr = 0; nr < count; nr += 1) {
      const rest = new Promise(resolve => setTimeout(resolve, pace * (0.5 + Math.random())))
      await this.page.keyboard.press(this.letter)
      await rest
    }
    this.#typed += count
  }

  /** When this person's last letters were pressed and seen by another one, once all of them are. */
  async seenBy(other: Person, count: number): Promise<Seen[]> {
    await other.page.evaluate(until(this.#typed))
    const pressed = await this.page.evaluate<number[]>('pressed')
    const seen = await other.page.evaluate<Pick<Seen, 'shown' | 'painted'>[]>('painted')
    if (pressed.length !== this.#typed || seen.length !== this.#typed)
      throw new Error(`Of ${this.#typed} letters, ${pressed.length} were pressed and ${seen.length} seen.`)
    return seen.map((instants, nr) => ({ ...instants, pressed: pressed[nr] ?? Number.NaN })).slice(-count)
  }

  leave(): Promise<void> {
    return this.browser.close()
  }
}

const notePresses = (letter: string) => `{
  globalThis.pressed = []
  addEventListener('keydown', event => {
    if (event.key === '${letter}') pressed.push(performance.timeOrigin + event.timeStamp)
  }, true)
}`

/**
 * A letter counts as painted when the frame after the one that first draws it begins, which is up to a frame later than
 * the screen. That is the next frame if the letter came into the DOM in a callback of `requestAnimationFrame`, which is
 * followed by the drawing and then by messages.
 */
const noteLetters = (letter: string) => `{
  globalThis.painted = []
  let known = 0
  let isDrawing = false
  const text = document.querySelector('.page-text')
  const now = () => performance.timeOrigin + performance.now()
  const nextFrame = requestAnimationFrame
  const { port1, port2 } = new MessageChannel()
  port2.onmessage = () => { isDrawing = false }
  globalThis.requestAnimationFrame = callback => nextFrame(time => {
    isDrawing = true
    port1.postMessage(null)
    callback(time)
  })
  new MutationObserver(() => {
    const count = text.textContent.split('${letter}').length - 1
    const shown = now()
    const fresh = count - known
    if (fresh <= 0) return
    known = count
    const note = () => {
      for (let nr = 0; nr < fresh; nr += 1) painted.push({ shown, painted: now() })
    }
    nextFrame(isDrawing ? note : () => nextFrame(note))
  }).observe(text, { childList: true, characterData: true, subtree: true })
}`

const until = (count: number) => `new Promise((seen, failed) => {
  const began = performance.now()
  const look = () => painted.length >= ${count}
    ? seen()
    : performance.now() - began > 20_000 ? failed(new Error('Letters are missing.')) : setTimeout(look, 100)
  look()
})`

/** Two browsers on one machine read the same clock; throws if they differ by more than asking takes. */
async function requireOneClock(one: Page, other: Page): Promise<void> {
  const read = (page: Page) => page.evaluate<number>('performance.timeOrigin + performance.now()')
  const [before, between, after] = [await read(one), await read(other), await read(one)]
  if (between < before - 1 || between > after + 1)
    throw new Error(`The clocks of the browsers differ: ${before}, ${between}, ${after}.`)
}
