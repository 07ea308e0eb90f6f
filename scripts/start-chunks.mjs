import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { firstPageModules } from './first-paint.mjs'
import { root } from './run.mjs'

const RENDERER = join(root, 'src/renderer')
/** What a manifest loads when the first page stands: `afterFirstPage(() => import('./x'))`, also within another call. */
const AFTER_FIRST_PAGE = /afterFirstPage\(\s*\(\) =>\s*(?:\w+\((?:'[\w-]+', |\(\) => )?)?import\('([^']+)'\)/g
/** What the layout, and the first screen that most people see, show in slots. */
const SHOWN_AT_START = ['features/notifications/parts.ts', 'features/meetings/dictation/dictate.tsx']

/** @typedef {{ getModuleInfo(id: string): { importedIds: readonly string[] } | null }} ChunkingContext */

/** @returns {string[]} the modules that the app loads right after the first page, whichever page that is */
export function startModules() {
  const manifests = readdirSync(join(RENDERER, 'features')).map(name => join(RENDERER, 'features', name, 'feature.ts'))
  const loaded = [join(RENDERER, 'main.tsx'), ...manifests].filter(existsSync).flatMap(file => {
    const paths = [...readFileSync(file, 'utf8').matchAll(AFTER_FIRST_PAGE)].map(([, path = '']) => path)
    return paths.map(path => withExtension(resolve(dirname(file), path)))
  })
  if (loaded.length === 0) throw new Error('Manifests load what waits for the first page otherwise now.')
  return [...loaded, ...SHOWN_AT_START.map(path => join(RENDERER, path))]
}

/** @param {string} file */
function withExtension(file) {
  return existsSync(`${file}.ts`) ? `${file}.ts` : `${file}.tsx`
}

/**
 * Groups what the app loads right after the first page into two chunks, in place of sixty small ones: what a first page
 * imports too comes first, in one of its own, so that no page waits for the rest.
 */
export function startChunks() {
  /** @type {{ atStart: Set<string>, ofPages: Set<string>, ofChat: Set<string> } | undefined} */
  let sets
  /**
   * @param {string} name
   * @param {boolean} isOfPages
   */
  const group = (name, isOfPages) => ({
    debugName: name,
    /**
     * @param {string} id
     * @param {ChunkingContext} context
     */
    name(id, context) {
      sets ??= {
        atStart: importedBy(startModules(), context),
        ofPages: importedBy(firstPageModules(), context),
        ofChat: importedBy(firstPageModules('/chat'), context),
      }
      const { atStart, ofPages, ofChat } = sets
      // The first page of most people has its own budget: see check-size.mjs.
      return atStart.has(id) && !ofChat.has(id) && ofPages.has(id) === isOfPages ? name : null
    },
  })
  return [group('start-and-pages', true), group('start', false)]
}

/**
 * @param {readonly string[]} modules
 * @param {ChunkingContext} context
 */
function importedBy(modules, context) {
  /** @type {Set<string>} */
  const seen = new Set()
  const queue = [...modules]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    queue.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}
