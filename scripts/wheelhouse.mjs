#!/usr/bin/env node
// `wheelhouse <command>`: the server and the commands of its operator, from the built program, in any folder.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const program = join(root, 'out/server/index.js')
if (!existsSync(program)) {
  console.error('Wheelhouse is not built yet. Run npm start once, or npm run build.')
  process.exit(1)
}

// Relative settings mean what they mean to `npm start`; relative arguments mean what the person sees.
process.env.INIT_CWD = process.env.INIT_CWD ?? process.cwd()
process.chdir(root)
await import(pathToFileURL(program).href)
