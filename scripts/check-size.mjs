// Checks how much compressed script a signed-in person downloads for the chat screen, and how much anybody downloads
// before the first paint, against the budgets.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import filePlugin from '@size-limit/file'
import sizeLimit from 'size-limit'
import { root } from './run.mjs'

/** Bytes of brotli. */
const BUDGET = 168_000
/**
 * Bytes of brotli before the first paint: the initial congestion window of a connection, less the headers of two
 * responses.
 */
const FIRST_PAINT = 14_000 - 2_500
/** The chunks that the entry fetches on its own for `#/chat`: the page, and the default language. */
const CHAT_CHUNKS = [/^features\/mate\/(\w+-)*page\.tsx$/, /texts-first-en/]
const WEB = join(root, 'out/web')

/** Bytes of brotli that every page loads once it stands, texts aside: see start-chunks.mjs. */
const START = 47_000

/** @typedef {{ file: string, name?: string, isEntry?: boolean, isDynamicEntry?: boolean, imports?: string[] }} Chunk */

const manifestFile = join(WEB, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  console.error('The web build is missing: run npm run build first')
  process.exit(1)
}
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
const dressing = readdirSync(join(WEB, 'assets'))
  .filter(file => /^first-.*\.js$/.test(file))
  .map(file => `assets/${file}`)
const files = [...dressing, ...firstLoad()].filter(file => file.endsWith('.js'))
let total = 0
for (const file of files) {
  const size = await sizeOf(file)
  total += size
  console.log(`${kilobytes(size).padStart(10)}  ${file}`)
}
const within = files.length > 0 && total <= BUDGET
console.log(
  `${kilobytes(total).padStart(10)}  of ${kilobytes(BUDGET)} for the first signed-in load: ${within ? 'within the budget' : 'too much'}`,
)
let painted = 0
for (const file of ['index.html', ...dressing]) painted += await sizeOf(file)
const isPaintedAtOnce = dressing.length === 1 && painted <= FIRST_PAINT
console.log(
  `${kilobytes(painted).padStart(10)}  of ${kilobytes(FIRST_PAINT)} before the layout is painted: ${isPaintedAtOnce ? 'within the budget' : 'too much'}`,
)
const [start] = Object.keys(manifest).filter(name => manifest[name]?.name === 'start')
if (!start) throw new Error('No chunk is called start: if it is called otherwise now, correct check-size.mjs')
const after = [...filesOf([start])].filter(file => !files.includes(file))
let started = 0
for (const file of after) started += await sizeOf(file)
const isStartWithin = started <= START
console.log(
  `${kilobytes(started).padStart(10)}  of ${kilobytes(START)} right after it, in ${after.length} files: ${isStartWithin ? 'within the budget' : 'too much'}`,
)
process.exitCode = within && isPaintedAtOnce && isStartWithin ? 0 : 1

/**
 * @param {string} file
 * @returns {Promise<number>} bytes of brotli
 */
async function sizeOf(file) {
  const [{ size }] = /** @type {[{ size: number }]} */ (await sizeLimit([filePlugin], [join(WEB, file)]))
  return size
}

/** The entry, the chunks of the chat screen, and their static imports. */
function firstLoad() {
  const starts = Object.keys(manifest).filter(name => manifest[name]?.isEntry)
  for (const pattern of CHAT_CHUNKS) {
    const chunk = Object.keys(manifest).find(name => pattern.test(name))
    if (!chunk) throw new Error(`No chunk matches ${pattern}: if it is called otherwise now, correct CHAT_CHUNKS`)
    starts.push(chunk)
  }
  return filesOf(starts)
}

/**
 * The files of these chunks and their static imports.
 * @param {string[]} names
 */
function filesOf(names) {
  /** @type {Set<string>} */
  const seen = new Set()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    queue.push(...(manifest[name]?.imports ?? []))
  }
  return new Set([...seen].map(name => manifest[name]?.file ?? ''))
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
