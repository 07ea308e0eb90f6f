// Who may import whom. Each comment names what to do instead. Run by scripts/check-imports.mjs, type imports included.

const TEST_FILES = ['\\.test\\.tsx?$', '/test-[^/]+\\.tsx?$', '/testing/']
const TEST_PACKAGES =
  '^node_modules/(vitest|@vitest|@testing-library|msw|jsdom|fast-check|axe-core|playwright|@playwright|fauxqs|oidc-provider|smtp-server)/'

/** What the shared documents of pages are made with, on both sides. */
const PAGE_PACKAGES =
  '^node_modules/(@tiptap|yjs|y-protocols|mdast-util-from-markdown|mdast-util-gfm|micromark-extension-gfm)/'

/** What a feature of the server keeps its SQL in. */
const STORE_FILES = ['/store[^/]*\\.ts$', '-store\\.ts$', '-sql\\.ts$', '/migrations/[^/]+\\.ts$']

/** A folder that may import itself, `others` and packages; tests besides may import what tests need. */
function only(from, others, comment) {
  return {
    name: `only-what-${from.replace('src/', '')}-may`,
    comment,
    severity: 'error',
    from: { path: `^${from}/` },
    to: { path: '^(src|e2e|test|bench|scripts)/', pathNot: [from, ...others].map(folder => `^${folder}/`) },
  }
}

function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to }
}

const programs = [
  only('src/shared', ['test'], 'Shared code knows no process: move what it needs into src/shared, or pass it in.'),
  only('src/server', ['src/shared', 'test'], 'Share through src/shared/contract; the server knows no client.'),
  only(
    'src/renderer',
    ['src/shared'],
    'Call the server through src/shared/contract and platform; the desktop through the bridge in platform.',
  ),
  only('src/main', ['src/shared'], 'Talk to the page over the channels of src/shared/contract.'),
  only('src/preload', ['src/shared'], 'The bridge only names channels: put shapes into src/shared/contract.'),
  only('e2e', ['src/shared'], 'Stories use the built programs from outside: act through the page, or call the API.'),
  only(
    'test',
    // For the tests in test/together, which run the app beside the server.
    ['src/shared', 'src/server', 'src/renderer'],
    'The cast belongs to server tests: use the server and the contract.',
  ),
  forbid(
    'server-tests-know-no-client',
    'Only what runs the app beside the server may do this: it belongs into test/together.',
    { path: '^test/', pathNot: '^test/together/' },
    { path: '^src/renderer/' },
  ),
  only('bench', ['src/shared', 'src/server', 'test'], 'Benchmarks drive the server: use the server and the contract.'),
  only('scripts', [], 'Scripts run before anything is built or installed: run the program instead.'),

  forbid(
    'shared-takes-zod-only',
    'Shared code runs everywhere: use zod or plain JavaScript, and take the rest as a parameter.',
    { path: '^src/shared/', pathNot: [...TEST_FILES, '^src/shared/page/'] },
    // Of ical.js only the types are imported, which the parser here does not tell apart.
    { pathNot: ['^src/shared/', '^node_modules/zod/', '^node_modules/ical.js/'] },
  ),
  forbid(
    'shared-pages-take-their-schema-only',
    'The text of pages is read and written by both sides: use Tiptap, Yjs or a reader of markdown, nothing else.',
    { path: '^src/shared/page/', pathNot: TEST_FILES },
    { pathNot: ['^src/shared/', PAGE_PACKAGES, '^mdast$', '^node_modules/@types/mdast/'] },
  ),
  forbid(
    'preload-takes-electron-only',
    'The preload script is sandboxed: do it in src/main and call it over a channel.',
    { path: '^src/preload/', pathNot: TEST_FILES },
    { pathNot: ['^src/', '^node_modules/electron/', '^electron$', '^node_modules/zod/'] },
  ),
  forbid(
    'no-node-in-the-renderer',
    'Pages run in a browser: use what the platform folder offers, or ask the server.',
    { path: '^src/renderer/', pathNot: TEST_FILES },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'no-server-packages-in-the-renderer',
    'That package belongs to the server (package.json "dependencies"): call an endpoint, or use a browser package from "devDependencies".',
    { path: '^src/renderer/' },
    { dependencyTypes: ['npm'], pathNot: ['^node_modules/(zod|temporal-polyfill|ical.js)/', PAGE_PACKAGES] },
  ),
  forbid(
    'no-browser-packages-in-the-server',
    'The server runs on package.json "dependencies" alone: move the package there, or do without it.',
    { path: '^src/(server|main)/', pathNot: TEST_FILES },
    {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: ['^node_modules/@types/', '^node_modules/electron/'],
    },
  ),
  forbid(
    'tests-are-for-tests',
    'Production code must run without its tests: move what both need into the code.',
    { path: '^src/', pathNot: TEST_FILES },
    { path: [...TEST_FILES, '^test/', TEST_PACKAGES] },
  ),
]

const server = [
  forbid(
    'server-platform-knows-no-feature',
    'A port knows no feature: pass in what it needs, or let the feature subscribe to its event.',
    { path: '^src/server/platform/', pathNot: TEST_FILES },
    { path: ['^src/server/features/', '^src/server/(app|index|features)\\.ts$'] },
  ),
  forbid(
    'server-features-know-no-app',
    'The app joins the features, never the other way round: take it from the context, or from platform.',
    { path: '^src/server/features/', pathNot: TEST_FILES },
    { path: '^src/server/(app|index|features)\\.ts$' },
  ),
  forbid(
    'server-features-meet-in-services',
    "Call the other feature's service instead; reactions go through events. Shapes come from src/shared/contract.",
    { path: '^src/server/features/([^/]+)/', pathNot: TEST_FILES },
    // A store may join on what another feature says in SQL.
    {
      path: '^src/server/features/',
      pathNot: ['^src/server/features/$1/', '^src/server/features/[^/]+/service\\.ts$', '-sql\\.ts$'],
    },
  ),
  forbid(
    'manifests-are-for-the-app',
    'Only src/server/features.ts reads the manifests: ask the registry for what features offer.',
    { path: '^src/server/', pathNot: ['^src/server/features\\.ts$', ...TEST_FILES] },
    { path: '^src/server/features/[^/]+/feature\\.ts$' },
  ),
  forbid(
    'routes-decide-nothing',
    'Routes name a service function for each endpoint: put the rule into service.ts and the SQL into store.ts.',
    { path: '^src/server/features/[^/]+/routes[^/]*\\.ts$' },
    { path: [...STORE_FILES, '^src/server/platform/database/', '^node_modules/(kysely|pg)/'] },
  ),
  forbid(
    'services-know-no-routes',
    'A service does not know how it is called: move what both need into the service.',
    { path: '^src/server/features/', pathNot: ['/routes[^/]*\\.ts$', '/feature\\.ts$', ...TEST_FILES] },
    { path: '^src/server/features/[^/]+/routes[^/]*\\.ts$' },
  ),
  forbid(
    'only-stores-write-sql',
    "Put the query into the feature's store.ts and call that.",
    { path: '^src/server/features/', pathNot: [...STORE_FILES, ...TEST_FILES] },
    { path: ['^src/server/platform/database/', '^node_modules/(kysely|pg)/'] },
  ),
  forbid(
    'stores-know-no-service',
    'A store only reads and writes its tables: pass the answer in as a parameter.',
    { path: STORE_FILES.map(file => `^src/server/features/.*${file}`) },
    { path: '/(service|routes)[^/]*\\.ts$' },
  ),
]

const renderer = [
  forbid(
    'ui-knows-no-feature',
    'A component of the design system takes text, state and actions as props.',
    { path: '^src/renderer/ui/' },
    { path: '^src/renderer/(app|features|platform|i18n)/' },
  ),
  forbid(
    'renderer-platform-knows-no-screen',
    'Platform code answers or throws; the feature that called it shows what happened.',
    { path: '^src/renderer/platform/' },
    { path: '^src/renderer/(app|features|ui)/' },
  ),
  forbid(
    'catalogues-know-no-screen',
    'The translations are text: a feature asks for them, they ask for nothing.',
    { path: ['^src/renderer/i18n/', '^src/renderer/features/[^/]+/(first-)?texts/'], pathNot: TEST_FILES },
    { path: '^src/renderer/(app|features|ui)/' },
  ),
  forbid(
    'renderer-features-know-no-app',
    'The app joins the features, never the other way round: move it into platform, ui or the feature.',
    { path: '^src/renderer/features/' },
    { path: '^src/renderer/app/' },
  ),
  forbid(
    'renderer-features-meet-in-stores',
    "Read the other feature through its store's exported selectors and actions (its store.ts), and show its parts in a slot (its slots.ts); a part that both draw belongs in ui.",
    { path: '^src/renderer/features/([^/]+)/', pathNot: TEST_FILES },
    {
      path: '^src/renderer/features/',
      pathNot: ['^src/renderer/features/$1/', '^src/renderer/features/[^/]+/(store|slots)\\.ts$'],
    },
  ),
  forbid(
    'calls-go-through-platform',
    "Make the call with platform's API client.",
    { path: '^src/renderer/', pathNot: ['^src/renderer/platform/', ...TEST_FILES] },
    { path: '^node_modules/ky/' },
  ),
]

const desktop = [
  forbid(
    'capabilities-never-meet',
    'Capabilities are joined in src/main/desktop.ts alone: pass what this one needs in from there.',
    { path: '^src/main/([^/]+)/', pathNot: TEST_FILES },
    { path: '^src/main/', pathNot: ['^src/main/$1/', '^src/main/platform/'] },
  ),
  forbid(
    'main-platform-knows-no-capability',
    'Time and the log know nobody: pass in what they need.',
    { path: '^src/main/platform/' },
    { path: '^src/main/', pathNot: '^src/main/platform/' },
  ),
]

const everywhere = [
  forbid('no-cycles', 'Move what both need into a third file, or pass it in.', {}, { circular: true }),
  forbid(
    'no-unresolved',
    'This import leads nowhere: correct it, or install the package.',
    {},
    { couldNotResolve: true },
  ),
  forbid(
    'no-undeclared-packages',
    'Name the package in package.json: what another package brings along may go with it.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'nobody-imports-an-entry',
    'An entry starts a program: move what you need into a file of its own.',
    {},
    { path: '^src/(server|main|preload)/index\\.ts$' },
  ),
  forbid(
    'no-orphans',
    'Nothing uses this file and it uses nothing: import it or delete it.',
    {
      orphan: true,
      path: '^src/',
      pathNot: ['\\.d\\.ts$', ...TEST_FILES, '^src/server/index\\.ts$', '^src/renderer/first/'],
    },
    {},
  ),
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...programs, ...server, ...renderer, ...desktop, ...everywhere],
  options: {
    // `parser` stays unset: it would read 0 modules with TypeScript 7; with @swc/core installed the default reads them all.
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^(node_modules|out)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
