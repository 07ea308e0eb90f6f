// `npm run access-checks`: takes one access check after the other out of the running server, and prints those whose
// absence the matrix of access does not notice. With `-- --features` it then takes each of those out again and runs the
// tests of its feature. It takes minutes, with the features a quarter of an hour, and is no part of the tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { startVitest } from 'vitest/node'
import { prepareFfmpeg } from './prepare-ffmpeg.mjs'
import { root } from './run.mjs'

const isChecked = /src\/server\/(features|platform\/(http|live|objects))\/.*\.ts$/
const isTest = /\.test\.ts$|\/(test|testing)[-/]|migrations/
/** A statement that only checks. */
const statement = /^(\s*)((?:await )?(?:\w+\.)?(?:require[A-Z]\w*|lockRights)\(.*\))$/
/** These check what a call says, or how much there is, but not whether somebody may. */
const ofNoAccess = /\brequire(Something|Range|Few|Disjoint|Storage|InTime|Within|RoomForActive|Place|Enabled)\(/
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
    if (checking && !ofNoAccess.test(checking)) return `${indent}if (${isOn}) ${checking}`
    return ofAccess.test(code) ? `${before}${isOn} && (${condition})${after}` : line
  })
  return lines.join('\n')
}

const plugin = {
  name: 'switches-of-access-checks',
  enforce: /** @type {const} */ ('pre'),
  /**
   * @param {string} _code
   * @param {string} id
   */
  transform(_code, id) {
    const file = relative(root, id)
    if (!isChecked.test(file) || isTest.test(file)) return null
    return withSwitches(readFileSync(id, 'utf8'), file)
  },
}

/**
 * Runs tests on the server with switches; whether they passed.
 * @param {string[]} include
 * @param {{ setupFiles?: string[], env?: Record<string, string>, bail?: number, reporters?: string[] }} [more]
 */
async function runTests(include, { setupFiles = [], env = {}, ...more } = {}) {
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      root,
      watch: false,
      include,
      globalSetup: ['test/global-setup.ts'],
      setupFiles: ['test/tidy.ts', ...setupFiles],
      environment: 'node',
      pool: 'forks',
      testTimeout: 3_600_000,
      hookTimeout: 600_000,
      env: { TZ: 'UTC', ...env },
      ...more,
    },
    { plugins: [plugin] },
  )
  const hasPassed = vitest.state.getCountOfFailedTests() === 0 && vitest.state.getUnhandledErrors().length === 0
  await vitest.close()
  return hasPassed
}

await prepareFfmpeg()
const folder = mkdtempSync(join(tmpdir(), 'access-checks-'))
const list = join(folder, 'survivors.json')
await runTests(['test/access-checks.run.ts'], { env: { SURVIVORS: list } })
if (process.argv.includes('--features')) {
  /** @type {string[]} */
  const survivors = JSON.parse(readFileSync(list, 'utf8'))
  const unnoticed = []
  for (const check of survivors) {
    const [, feature] = /^src\/server\/features\/(\w+)\//.exec(check) ?? []
    const tests = feature ? `src/server/features/${feature}` : dirname(check.slice(0, check.indexOf(':')))
    const hasPassed = await runTests([`${tests}/**/*.test.ts`], {
      ...{ setupFiles: ['test/access-check-off.ts'], env: { ACCESS_CHECK_OFF: check } },
      ...{ bail: 1, reporters: ['dot'] },
    })
    if (hasPassed) unnoticed.push(check)
  }
  process.stdout.write(
    `\n${unnoticed.join('\n')}\n${unnoticed.length} of these ${survivors.length} are noticed by no test of their feature.\n`,
  )
}
rmSync(folder, { recursive: true })
