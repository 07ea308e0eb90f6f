// `npm run access-checks`: takes one access check after the other out of the running server, and prints those whose
// absence the matrix of access does not notice. It takes minutes and is no part of the tests.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { startVitest } from 'vitest/node'
import { prepareFfmpeg } from './prepare-ffmpeg.mjs'
import { root } from './run.mjs'

const isChecked = /src\/server\/(features|platform\/(http|live|objects))\/.*\.ts$/
const isTest = /\.test\.ts$|\/(test|testing)[-/]|migrations/
/** A statement that only checks. */
const statement = /^(\s*)((?:await )?(?:\w+\.)?(?:require[A-Z]\w*|lockRights)\(.*\))$/
/** A refusal under a condition. */
const refusal = /^(\s*(?:else )?if \()(.*)(\) throw apiError\('([a-z_]+\.[a-z_]+)'.*)$/
const ofAccess =
  /permission|not_found|not_member|required|expired|denied|read_only|owner_needed|not_allowed|too_much|assign_missing|unknown|identity_mismatch|owner\.last/

/**
 * Puts a switch in front of each access check of a module.
 * @param {string} code
 * @param {string} file
 */
function withSwitches(code, file) {
  const lines = code.split('\n').map((line, index) => {
    const isOn = `globalThis.accessChecks.isOn(${JSON.stringify(`${file}:${index + 1}: ${line.trim()}`)})`
    const [, indent, checking] = statement.exec(line) ?? []
    const [, before, condition, after, code = ''] = refusal.exec(line) ?? []
    if (checking) return `${indent}if (${isOn}) ${checking}`
    return ofAccess.test(code) ? `${before}${isOn} && (${condition})${after}` : line
  })
  return lines.join('\n')
}

await prepareFfmpeg()
const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    root,
    watch: false,
    include: ['test/access-checks.run.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/tidy.ts'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    env: { TZ: 'UTC' },
  },
  {
    plugins: [
      {
        name: 'switches-of-access-checks',
        enforce: 'pre',
        transform(_code, id) {
          const file = relative(root, id)
          if (!isChecked.test(file) || isTest.test(file)) return null
          return withSwitches(readFileSync(id, 'utf8'), file)
        },
      },
    ],
  },
)
await vitest.close()
