// Runs a TypeScript file of this repository: node scripts/run-ts.mjs bench/index.ts [arguments]
import { resolve } from 'node:path'
import { runnerImport } from 'vite'
import { root } from './run.mjs'

const [file] = process.argv.splice(2, 1)
if (!file) {
  console.error('Which file? node scripts/run-ts.mjs bench/index.ts')
  process.exit(1)
}
await runnerImport(resolve(root, file), { root, configFile: false, logLevel: 'warn' })
