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
 * Groups what the app loads right after the first page, in place of sixty small chunks: what first pages import too comes
 * first, in chunks of their own, so that no page waits for the rest.
 */
export function startChunks() {
  /** @type {Record<'atStart' | 'ofChat' | 'ofSignIn' | 'ofPages', Set<string>> | undefined} */
  let sets
  /**
   * @param {string} id
   * @param {ChunkingContext} context
   */
  const nameOf = (id, context) => {
    sets ??= {
      atStart: importedBy(startModules(), context),
      ofChat: importedBy(firstPageModules('/chat'), context),
      ofSignIn: importedBy(firstPageModules('/login'), context),
      ofPages: importedBy(firstPageModules(), context),
    }
    // The first page of most people has its own budget: see check-size.mjs.
    if (!sets.atStart.has(id) || sets.ofChat.has(id)) return null
    if (sets.ofSignIn.has(id)) return 'start-and-sign-in'
    return sets.ofPages.has(id) ? 'start-and-pages' : 'start'
  }
  return ['start-and-sign-in', 'start-and-pages', 'start'].map(name => ({
    debugName: name,
    /**
     * @param {string} id
     * @param {ChunkingContext} context
     */
    name: (id, context) => (nameOf(id, context) === name ? name : null),
  }))
}

/**
 * Groups small modules that many pages share, in place of a request for each. What the app loads earlier stays where it is.
 * @param {RegExp} parts
 */
export function partsOfPages(parts) {
  /** @type {Set<string> | undefined} */
  let early
  return {
    debugName: 'parts',
    /**
     * @param {string} id
     * @param {ChunkingContext} context
     */
    name: (id, context) => {
      early ??= importedBy([...startModules(), ...firstPageModules('/chat'), ...firstPageModules('/login')], context)
      return parts.test(id) && !early.has(id) ? 'parts' : null
    },
  }
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
