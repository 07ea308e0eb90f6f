// `npm run soak [-- --minutes 3 --without-desktop]`: runs the built programs for half an hour under changing load. Not
// part of the tests.
import { build } from './build.mjs'
import { buildDesktop, buildDouble } from './desktop.mjs'
import { run } from './run.mjs'

const args = process.argv.slice(2)
const isBuilt = (await build()) && (args.includes('--without-desktop') || (await buildDesktop()))
if (!isBuilt) process.exit(1)
if (!args.includes('--without-desktop')) await buildDouble()
process.exitCode = await run(process.execPath, ['scripts/run-ts.mjs', 'bench/soak-process.ts', ...args])
