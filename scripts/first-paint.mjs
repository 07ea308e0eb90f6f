import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'vite'
import { root } from './run.mjs'

const FOLDER = join(root, 'src/renderer/first')
const LANGUAGES = ['en', 'de', 'es', 'hi']
/** The modules of the first page of each place; `{language}` is the person's. */
const PLACES = {
  '/chat': ['features/mate/page.tsx'],
  '/docs': [
    'features/documents/page.tsx',
    'features/documents/start.ts',
    'features/documents/texts/{language}.ts',
    'features/logs/logbook-pane.tsx',
    'features/logs/start.ts',
    'features/logs/texts/{language}.ts',
    'features/graphs/in-timeline.ts',
    'features/graphs/subscriptions.ts',
    'features/graphs/texts/{language}.ts',
    'features/summaries/summary.tsx',
    'features/summaries/texts/{language}.ts',
  ],
  '/feed': ['features/sources/page.tsx', 'features/sources/texts/{language}.ts'],
  '/login': ['features/session/sign-in-page.tsx', 'features/session/texts/{language}.ts'],
}
/**
 * The same for more places, by one or two segments. Chunks are not formed by these, and their texts and small files are not named in
 * advance: that would enlarge the first load of everybody.
 */
const MORE_PLACES = {
  '/home/messages': ['features/home/page.tsx', 'features/messages/chat-list.tsx', 'features/messages/thread.tsx'],
  '/home': ['features/home/page.tsx', 'features/tasks/screens.ts'],
}

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

/** Uncompressed bytes; the names of smaller scripts would cost every start more than they gain few. */
const SMALL = 3_000
/** Uncompressed bytes; larger scripts are used by few people, and cached on use, except what every page loads: start-chunks.mjs. */
const LARGE = 120_000

/**
 * @param {keyof typeof PLACES} [place] all of them without it
 * @returns {string[]} the modules of first pages, by their files, without texts
 */
export function firstPageModules(place) {
  const paths = place ? PLACES[place] : Object.values(PLACES).flat()
  return paths.filter(path => !path.includes('{')).map(path => join(root, 'src/renderer', path))
}

/**
 * Makes index.html paint the app's layout before any script or style sheet is loaded: inlines the little style it
 * needs, moves the style sheet after the layout, and adds the script that completes it and fetches the first page's
 * files.
 * @returns {import('vite').Plugin}
 */
export function firstPaint() {
  return {
    name: 'first-paint',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        path.endsWith('index.html') ? html.replace('/* first-style */', firstStyle()) : html,
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build made no index.html.')
        const chunks = Object.values(bundle).filter(made => made.type === 'chunk')
        const source = readFileSync(join(FOLDER, 'first.js'), 'utf8')
        const { code } = minifySync('first.js', `{ const FILES = ${JSON.stringify(filesOf(chunks))}\n${source} }`)
        const fileName = `assets/first-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName, source: code })
        page.source = dressed(String(page.source), `/${fileName}`)
      },
    },
  }
}

/**
 * Creates the service worker, which caches what an offline start needs: the page, its style and font, and all scripts
 * except the large ones and languages other than English. Runs after `firstPaint`, whose page and script it uses.
 * @returns {import('vite').Plugin}
 */
export function offlineStart() {
  return {
    name: 'offline-start',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle)
          .filter(made => isNeededOffline(made))
          .map(({ fileName }) => `/${fileName}`)
          .sort()
        const made = files.filter(file => file.startsWith('/assets/first-')).length
        if (made !== 1) throw new Error('The page has no first script: put firstPaint before offlineStart.')
        const page = bundle['index.html']
        const hash = createHash('sha256').update(page?.type === 'asset' ? page.source : '')
        const build = hash.update(files.join()).digest('base64url').slice(0, 12)
        const source = readFileSync(join(FOLDER, 'service-worker.js'), 'utf8')
        const told = { BUILD: build, FILES: ['/favicon.svg', ...files] }
        const head = Object.entries(told).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `${head.join('\n')}\n${source}` })
      },
    },
  }
}

/** @param {Chunk | import('vite').Rolldown.OutputAsset} made */
function isNeededOffline(made) {
  if (made.type === 'asset') return /\/first-[^/]*\.js$|\.css$|\/inter-latin-opsz-[^/]*\.woff2$/.test(made.fileName)
  const isOfOthers = made.moduleIds.some(id => /texts\/(?!en[./])\w\w[./]/.test(id))
  return made.isEntry || ((made.code.length < LARGE || made.name === 'start') && !isOfOthers)
}

/** The inlined style, with the design tokens that it uses from tokens.css. */
function firstStyle() {
  const style = readFileSync(join(FOLDER, 'first.css'), 'utf8')
  const tokens = readFileSync(join(root, 'src/renderer/ui/tokens.css'), 'utf8')
  const used = [...new Set([...style.matchAll(/var\((--[\w-]{2,})\)/g)].map(([, name]) => name ?? ''))]
  const roles = used.map(name => {
    const [, value] = new RegExp(`^  ${name}: (.+);$`, 'm').exec(tokens) ?? []
    if (!value) throw new Error(`first.css uses ${name}, which tokens.css does not have.`)
    return `${name}: ${value};`
  })
  return `:root { color-scheme: light dark; ${roles.join(' ')} }
    :root[data-theme='light'] { color-scheme: light }
    :root[data-theme='dark'] { color-scheme: dark }
    ${style}`
}

/**
 * @param {string} html
 * @param {string} script
 */
function dressed(html, script) {
  const [sheet] = /[^\S\n]*<link rel="stylesheet"[^>]*>\n?/.exec(html) ?? []
  if (!sheet) throw new Error('index.html has no style sheet.')
  return html
    .replace(sheet, '')
    .replace('<!-- first-script -->', `<script src="${script}"></script>`)
    .replace(/<!--.*?-->\s*/gs, '')
    .replace(/\n\s+/g, '\n')
    .replace('</body>', `${sheet.trim()}\n</body>`)
}

/**
 * The files that the entry fetches next, with their imports: names, and their numbers by language and by place.
 * @param {Chunk[]} chunks
 */
function filesOf(chunks) {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const known = new Set(chunks.filter(chunk => chunk.isEntry).flatMap(chunk => withImports(chunk.fileName, byFile)))
  /** @type {string[]} */
  const names = []
  /** @param {string} name */
  const numberOf = name => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1)
  /**
   * @param {string[]} modules
   * @param {number} [least] uncompressed bytes of a file
   */
  const files = (modules, least = 0) => {
    const found = modules.map(name => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/src/renderer/${name}`)))
      if (!chunk) throw new Error(`No chunk is made of ${name}: correct the places in scripts/first-paint.mjs`)
      return chunk.fileName
    })
    return [...new Set(found.flatMap(file => withImports(file, byFile)))]
      .filter(file => !known.has(file) && (byFile.get(file)?.code.length ?? 0) >= least)
      .map(file => numberOf(/^assets\/(.+)\.js$/.exec(file)?.[1] ?? ''))
  }
  const languages = Object.fromEntries(
    LANGUAGES.map(language => [language, files([`i18n/first-texts/${language}/app.ts`])]),
  )
  const places = Object.entries(PLACES).map(([place, modules]) => {
    const spoken = modules.filter(name => name.includes('{language}'))
    const inLanguage = LANGUAGES.map(language => [
      language,
      files(spoken.map(name => name.replace('{language}', language))),
    ])
    const all = files(modules.filter(name => !spoken.includes(name)))
    return [place, { all, ...(spoken.length > 0 && Object.fromEntries(inLanguage)) }]
  })
  const more = Object.entries(MORE_PLACES).map(([place, modules]) => [place, { all: files(modules, SMALL) }])
  return { names, languages, places: Object.fromEntries([...places, ...more]) }
}

/**
 * @param {string} file
 * @param {Map<string, Chunk>} byFile
 * @param {Set<string>} seen
 * @returns {string[]}
 */
function withImports(file, byFile, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  return [file, ...(byFile.get(file)?.imports ?? []).flatMap(imported => withImports(imported, byFile, seen))]
}
