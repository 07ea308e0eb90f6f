import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  allEndpoints,
  answerOf,
  answersIn,
  ask,
  type Caller,
  castOf,
  cellsOf,
  eachOf,
  gateFault,
  neededFields,
  superUser,
  titleOf,
} from './access-matrix'
import { companyOf } from './company'
import { deletedRows } from './deleted-rows'
import { DryRun } from './dry-run'
import { openTestServer } from './test-server'

/** The switches of `scripts/access-checks.mjs`, and which of them each call passes. */
const accessChecks = {
  off: '',
  calls: new AsyncLocalStorage<Set<string>>(),
  isOn(check: string): boolean {
    accessChecks.calls.getStore()?.add(check)
    return check !== accessChecks.off
  },
}
Object.assign(globalThis, { accessChecks })

/** The names of the switches of all modules that are loaded. */
declare const accessCheckNames: readonly string[]

/** A cell of the matrix, and what is wrong with its answers; null if nothing is. */
interface Trial {
  title: string
  fault(): Promise<string | null>
}

test('Removing an access check is noticed', async () => {
  const server = await openTestServer({ settings: { SUPER_USERS: superUser, LOG_LEVEL: 'silent' } })
  const ours = await companyOf(server, { owner: 'Ana Brandt', colleague: 'Noor Haddad', secret: 'kingfisher' })
  const theirs = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Reyes', secret: 'nightingale' })
  const rows = { ours, theirs, deleted: await deletedRows(ours) }
  const cast = await castOf(server, ours, theirs)
  new DryRun(server.pool).isOn = true
  /** What each cell is answered while all checks are on. */
  const usual = new Map<string, string | null>()
  const trials: Trial[] = [
    ...allEndpoints.flatMap(endpoint =>
      cast.map((caller: Caller) => ({
        title: `${endpoint.method} ${endpoint.path}, ${caller.name}`,
        fault: async () => gateFault(endpoint, caller, await ask(caller.actor, endpoint, neededFields(endpoint, ours))),
      })),
    ),
    ...cellsOf(
      ours,
      cast.filter(({ name }) => ['owner', 'manager', 'granted', 'not granted'].includes(name)),
    )
      .filter(({ endpoint }) => !endpoint.path.endsWith('/try_out'))
      .map(cell => ({
        title: titleOf(cell),
        fault: async () => {
          const { never, own, same } = await answersIn(cell, rows)
          const title = titleOf(cell)
          const answer = own && `${answerOf(own)} ${answerOf(never)}`
          const known = usual.get(title) ?? answer
          usual.set(title, known)
          if (answer !== known) return `${answer}, not ${known}`
          return Object.entries(same).find(([, { text }]) => text !== never.text)?.[0] ?? null
        },
      })),
  ]
  const passing = new Map<string, Trial[]>()
  await eachOf(trials, async trial => {
    const passed = new Set<string>()
    const fault = await accessChecks.calls.run(passed, () => trial.fault())
    if (fault) throw new Error(`${trial.title} is wrong with all checks: ${fault}`)
    for (const check of passed) passing.set(check, [...(passing.get(check) ?? []), trial])
  })
  // What no cell of the matrix passes cannot be noticed by it either.
  const all = new Set(accessCheckNames)
  const survivors = [...all].filter(check => !passing.has(check))
  for (const [check, concerned] of passing) {
    accessChecks.off = check
    let isNoticed = false
    await eachOf(concerned, async trial => {
      if (!isNoticed && (await trial.fault())) isNoticed = true
    })
    if (!isNoticed) survivors.push(check)
  }
  accessChecks.off = ''
  const noticed = all.size - survivors.length
  process.stdout.write(
    `${survivors.sort().join('\n')}\n${noticed} of ${all.size} removed access checks were noticed.\n`,
  )
  expect(all.size).toBeGreaterThan(400)
  // By statement, because lines move; the same statement may be there several times.
  // Each with the test that notices it, or why another check stands before it.
  const reviewed = readFileSync(join(import.meta.dirname, 'access-checks-unnoticed.txt'), 'utf8')
    .split('\n')
    .map(line => line.split(' # ')[0] ?? '')
  const isNew = (check: string) => {
    const index = reviewed.indexOf(check.replace(/:\d+:/, ':'))
    if (index >= 0) reviewed.splice(index, 1)
    return index < 0
  }
  expect(survivors.filter(isNew), 'unnoticed, and not in test/access-checks-unnoticed.txt').toEqual([])
})
