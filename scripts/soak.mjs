// `npm run soak [-- --minutes 3 --without-desktop]`: runs the built programs for half an hour under changing load.
// `npm run soak -- kills 1000`, `npm run soak -- calls 50000`, `npm run soak -- interleavings 100000` and `npm run soak --
// sessions 500` run four tests far longer than they are run each time: a server that is killed while people write, generated
// calls, and pages that several people write, as documents alone and through the app and the server. Not part of the tests.
import { build } from './build.mjs'
import { buildDesktop, buildDouble } from './desktop.mjs'
import { run, runPackage } from './run.mjs'

/** @type {Record<string, { file: string, variable: string, times: string }>} */
const longTests = {
  kills: { file: 'test/survival.test.ts', variable: 'DEATHS', times: '1000' },
  calls: { file: 'test/generated-calls.test.ts', variable: 'GENERATED_CALLS', times: '50000' },
  sessions: { file: 'test/together/pages.test.ts', variable: 'PAGE_SESSIONS', times: '500' },
  interleavings: { file: 'src/shared/page/writing-together.test.ts', variable: 'INTERLEAVINGS', times: '100000' },
}
const args = process.argv.slice(2)
const longTest = longTests[args[0] ?? '']
if (longTest) {
  const { file, variable, times } = longTest
  const only = args[0] === 'kills' ? ['-t', 'keeps every acknowledged log'] : []
  process.exit(await runPackage('vitest', ['run', file, ...only], { [variable]: args[1] ?? times }))
}
const isBuilt = (await build()) && (args.includes('--without-desktop') || (await buildDesktop()))
if (!isBuilt) process.exit(1)
if (!args.includes('--without-desktop')) await buildDouble()
process.exitCode = await run(process.execPath, ['scripts/run-ts.mjs', 'bench/soak-process.ts', ...args])
