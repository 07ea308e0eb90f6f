// `npm test`: all checks of this repository. `npm test -- --only lint,types` runs some of them.
import { requireNode } from './node-version.mjs'

requireNode()

const { installIfNeeded } = await import('./install.mjs')
const { print, printAtEnd, say, seconds } = await import('./run.mjs')
const { selectSteps } = await import('./steps.mjs')

const steps = selectSteps(process.argv.slice(2))
/** @type {import('./steps.mjs').Outcome[]} */
const outcomes = []
/** How many steps run side by side: the tests in processes of their own, and one check after the other beside them. */
const LANES = 2

if (await installIfNeeded()) {
  const waiting = steps.filter(step => !step.isAlone)
  const isDone = (/** @type {string | undefined} */ name) => !name || outcomes.some(outcome => outcome.name === name)
  const lane = async () => {
    for (;;) {
      const next = waiting.findIndex(step => isDone(step.after))
      const [step] = next < 0 ? [] : waiting.splice(next, 1)
      if (!step) return
      outcomes.push(await (step.isStreamed ? perform(step) : printAtEnd(() => perform(step))))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  for (const step of [...waiting, ...steps.filter(step => step.isAlone)]) outcomes.push(await perform(step))
} else {
  outcomes.push({ name: 'install', passed: 0, failed: 1, note: 'the packages could not be installed', time: '' })
}
outcomes.sort((a, b) => order(a.name) - order(b.name))

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.log('')
for (const { failures = [] } of outcomes) {
  for (const failure of failures) console.log(`\u2717 ${failure}`)
}
console.log('')
for (const { name, passed, failed, note, time } of outcomes) {
  const counts = `${passed} passed, ${failed} failed`
  console.log(
    `${failed === 0 ? '\u2713' : '\u2717'} ${name.padEnd(8)} ${counts.padEnd(24)} ${time.padStart(8)}  ${note}`.trimEnd(),
  )
}
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
console.log(`\n${passed} passed, ${failed} failed`)

/**
 * A step that throws is a failure like any other: the rest still runs.
 * @param {import('./steps.mjs').Step} step
 * @returns {Promise<import('./steps.mjs').Outcome>}
 */
async function perform(step) {
  print('')
  say(`${step.name}: ${step.title}`)
  const start = performance.now()
  const broken = outcomes.find(({ name, failed }) => step.after === name && failed > 0)
  const counted = broken
    ? { passed: 0, failed: 1, note: `not run, because ${broken.name} failed` }
    : await step.perform().catch((/** @type {unknown} */ error) => ({ passed: 0, failed: 1, note: String(error) }))
  return { ...counted, name: step.name, time: seconds(start) }
}

/** @param {string} name */
function order(name) {
  return steps.findIndex(step => step.name === name)
}
