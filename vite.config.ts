import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstPaint, offlineStart } from './scripts/first-paint.mjs'
import { partsOfPages, startChunks } from './scripts/start-chunks.mjs'

const SERVER = process.env.DEV_SERVER ?? 'http://localhost:4780'

/** What Vite itself answers in development: its own modules, ours by folder, and files that stand at the root. */
const NOT_VITE =
  '^/(?!@|node_modules/|(app|features|ui|platform|i18n)/|[^/?]*\\.(html|css|tsx?|js|svg|png|ico|webmanifest)(\\?|$)|$|\\?)'

/** Pages that the server renders itself; every other page a browser asks for is the app. */
const SERVER_PAGES = /^\/(docs\/api|outbox)(\/|\?|$)/

/** Parts that draw in nothing large: a file that imports a package does not belong here. */
const FRAME =
  /\/renderer\/ui\/(icon-button|lazy-modal|mate-mark|pane|proposed-action|reference-chip|rich-text|safe-href|safe-link|state-block|status-pip|without-marks|load-failed)\.tsx?$|\/renderer\/platform\/(draft-note|insert-text)\.tsx?$|\/lucide-react\/dist\/esm\/icons\//

/** What fields of texts offer while a person types, and how texts show links: small parts that most pages with texts share. */
const OFFERS =
  /\/renderer\/(ui\/(mentions?|mention-field|mention-list|offers|offer-list|links|link-list)|features\/search\/(slots|links\/text-anchor))\.tsx?$|\/shared\/page\/references\.ts$/

/**
 * Small parts of the pages after the first one. None of them imports a package of its own, which all of these pages would
 * load too.
 */
const PARTS =
  /\/renderer\/(ui\/(badge|dialog|form-dialog|confirm-dialog|list-row|list-search|label-chip|file-button|use-file-drop|gallery|text-side|printed-rows|reaction-chips|words|document-icons|progress-bar)|platform\/(save-file|sidebar|titles|beside|named-comment|file-size)|i18n\/lightbox-labels|features\/attachments\/(save-file|file-icon))\.tsx?$|\/shared\/rules\/(log-title|line-diff)\.ts$/

/** The texts of the first load, and those of errors: one chunk for each language, of all features. */
const JOINED_TEXTS = /\/(first|error)-texts\/(\w\w)[./]/

/** The texts of what Home shows together. */
const HOME_TEXTS = /\/features\/(?:home|planning|tasks|messages)\/texts\/(\w\w)[./]/

function joinedTexts(id: string): string | null {
  const [, kind, language] = JOINED_TEXTS.exec(id) ?? []
  if (language !== undefined) return `texts-${kind}-${language}`
  const [, ofHome] = HOME_TEXTS.exec(id) ?? []
  return ofHome === undefined ? null : `texts-home-${ofHome}`
}

/** Leaves out what endpoints say of themselves to readers of the API's page: clients never show it, and it is a twentieth of the first load. */
const withoutSummaries = {
  name: 'contract-without-summaries',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (!id.includes('/src/shared/contract/')) return null
    const text = /\bsummary:(\s*)'(?:[^'\\\n]|\\.)*'/g
    return { code: code.replace(text, (_, space: string) => `summary:${space}''`), map: null }
  },
} as const

/** Leaves out what describes schemas in JSON, which only the server does: it hangs on every schema, so that nothing else removes it. */
const withoutJsonSchema = {
  name: 'zod-without-json-schema',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)]
    const left = names.map(([, name, alias]) =>
      alias ? `export { leftOut as ${alias} }` : `export const ${name} = leftOut`,
    )
    return { code: ['const leftOut = () => undefined', ...left].join('\n'), map: null }
  },
} as const

/** Leaves out zod's English messages: what a person reads comes from the texts of the app, by the code of an issue. */
const withoutZodMessages = {
  name: 'zod-without-messages',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (!id.endsWith('/zod/v4/locales/en.js')) return null
    if (!code.includes('localeError: error()')) this.error('The messages of zod are written otherwise now.')
    return { code: 'export default () => ({ localeError: undefined })', map: null }
  },
} satisfies Plugin

/** Leaves out what i18next tells developers: in a build nobody listens, and it is a fifteenth of the library. */
const i18nextWithoutLogs = {
  name: 'i18next-without-logs',
  enforce: 'pre',
  apply: 'build',
  transform(code: string, id: string) {
    if (!id.endsWith('/i18next/dist/esm/i18next.js')) return null
    const call = /\b(?:this\.(?:i18n\.)?|base)?[lL]ogger\.(?:warn|warnOnce|error|log|deprecate)\(/g
    let kept = ''
    let end = 0
    for (let match = call.exec(code); match; match = call.exec(code)) {
      kept += `${code.slice(end, match.index)}void 0`
      end = endOfCall(code, call.lastIndex)
      call.lastIndex = end
    }
    if (end === 0) this.error('The logs of i18next are written otherwise now.')
    return { code: kept + code.slice(end), map: null }
  },
} satisfies Plugin

/** Leaves out the formats of i18next: numbers, dates and lists are written by `useFormat` and `Intl`. */
const i18nextWithoutFormats = {
  name: 'i18next-without-formats',
  enforce: 'pre',
  apply: 'build',
  transform(code: string, id: string) {
    if (!id.endsWith('/i18next/dist/esm/i18next.js')) return null
    if (!code.includes('formatter = Formatter;')) this.error('The formats of i18next are written otherwise now.')
    return { code: code.replace('formatter = Formatter;', 'formatter = undefined;'), map: null }
  },
} satisfies Plugin

/** The index after the bracket that closes a call, from the index after the one that opens it. */
function endOfCall(code: string, start: number): number {
  let depth = 1
  let quote = ''
  for (let at = start; at < code.length; at++) {
    const character = code.charAt(at)
    if (quote) {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if ('"\'`'.includes(character)) quote = character
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at + 1
  }
  return code.length
}

/** Takes the build of react-router without warnings for developers, which its package offers to no bundler. */
const routerWithoutWarnings = {
  name: 'router-without-warnings',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source: string, importer: string | undefined) {
    if (source !== 'react-router' && source !== 'react-router/dom') return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') }
  },
} satisfies Plugin

/** The web build of the renderer: out/web, which the server hands out. */
export default defineConfig({
  root: 'src/renderer',
  // Absolute, because plain paths like /docs/… also answer with index.html [D12].
  base: '/',
  plugins: [
    routerWithoutWarnings,
    i18nextWithoutLogs,
    i18nextWithoutFormats,
    withoutZodMessages,
    withoutSummaries,
    withoutJsonSchema,
    react(),
    tailwindcss(),
    firstPaint(),
    offlineStart(),
  ],
  build: {
    outDir: '../../out/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    manifest: true,
    // The polyfill would be an inline script, which the content security policy forbids.
    // The list of what every page imports is longer than what it gains: the service worker stores all pages in advance,
    // and the first one is preloaded by scripts/first-paint.mjs.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter(file => file.endsWith('.css')),
    },
    // A data: address would need its own permission in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The budget is checked by scripts/check-size.mjs, compressed, as people download it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // An endpoint is a value: one that nothing here calls is left out.
      treeshake: {
        manualPureFunctions: [
          'endpoint',
          'pagedList',
          'uploadEndpoint',
          'downloadEndpoint',
          'openDownloadEndpoint',
          'member',
          'signedIn',
          'anyone',
          'guest',
          'text',
          'z.object',
          'z.array',
          'z.enum',
          'z.discriminatedUnion',
          'z.union',
          'z.record',
          'z.partialRecord',
        ],
      },
      // What every page needs comes as one file: compressed together it is smaller than in many.
      // Likewise what the frames of most pages are made of, each part too small for a request of its own.
      output: {
        // The shortest hashes that Rolldown makes: they cannot be compressed, and the first load names two hundred files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: 'frame', test: FRAME, minShareCount: 3 },
            { name: 'offers', test: OFFERS },
            ...startChunks(),
            partsOfPages(PARTS),
            { name: joinedTexts, debugName: 'texts', test: id => joinedTexts(id) !== null },
          ],
        },
      },
      onLog(level, log, report) {
        // Tailwind makes no source map for the style sheet, which nobody steps through.
        if (log.code !== 'SOURCEMAP_BROKEN') report(level, log)
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      [NOT_VITE]: {
        target: SERVER,
        ws: true,
        bypass: request => {
          const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
          return wantsPage && !SERVER_PAGES.test(request.url ?? '') ? '/index.html' : undefined
        },
      },
    },
  },
})
