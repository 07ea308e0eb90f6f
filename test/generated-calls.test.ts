import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { fetchProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from './actor'
import { type Company, companyOf } from './company'
import { type HostileCall, hostileCall, make, makeAll, outsidersCall, type Who } from './hostile/calls'
import { ProcessorWaits } from './hostile/processor-waits'
import { inProcess } from './in-process'
import { openTestServer, type TestServer } from './test-server'

/**
 * The number of calls. `GENERATED_CALLS=100000 npx vitest run test/generated-calls.test.ts` makes more, with another
 * seed each time.
 */
const wanted = Number(process.env.GENERATED_CALLS ?? 4_000)
const seed = Number(process.env.GENERATED_SEED ?? (process.env.GENERATED_CALLS ? Date.now() : 20_260_511))
/** The calls of those who are mostly refused. */
const outsiders = Number(process.env.OUTSIDERS_CALLS ?? 46_000)
const atOnce = 8
const round = 300

interface Cast {
  company: Company
  by: Record<Who, Actor>
}

let founded = 0

async function castOf(server: TestServer): Promise<Cast> {
  founded += 1
  const secret = `nightingale${founded}`
  const word = [...String(founded)].map(digit => 'abcdefghij'[Number(digit)]).join('')
  const names = { owner: `Maya ${word}`, colleague: `Tom ${word}` }
  const company = await companyOf(server, { ...names, secret })
  const stranger = await server.person({ name: `Ana ${word}` })
  await stranger.createOrganisation('Lakeside Physio Clinic')
  const { owner, colleague } = company
  const others = { member: colleague, guest: await server.guest(), stranger, nobody: server.stranger() }
  // The calls of the owner come over a connection, as those of clients do; the others need half the time without one.
  for (const actor of Object.values(others)) actor.send = inProcess(server.app.http)
  return { company, by: { owner, ...others } }
}

/** Whether everything that the calls refer to still exists: some calls delete it, or sign somebody out. */
async function isWhole({ company, by }: Cast): Promise<boolean> {
  const doc_id = company.fields.doc_id as number
  const replies = await Promise.all([
    company.owner.reply(fetchDocument, { doc_id }),
    company.colleague.reply(fetchDocument, { doc_id }),
    by.stranger.reply(fetchProfile, {}),
  ])
  return replies.every(({ status }) => status === 200)
}

/** What calls were answered. */
class Answers {
  readonly #faults = new Map<string, string>()
  readonly #statuses = new Map<number, number>()
  readonly #before = process.cpuUsage()
  readonly #waits = new ProcessorWaits()
  made = 0

  constructor(private readonly server: TestServer) {}

  /** Makes the calls, eight at once. */
  async of(calls: HostileCall[], { by, company }: Cast): Promise<void> {
    await this.#waits.readProcesses(this.server.pool)
    await makeAll(calls, {
      atOnce,
      once: call => make(call, by[call.who], company.fields, this.#waits),
      tell: ({ endpoint }, { status, fault, line }) => {
        this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
        if (fault) this.#faults.set(`${endpoint.method} ${endpoint.path}: ${fault.slice(0, 60)}`, `${line}\n${fault}`)
      },
    })
    this.made += calls.length
  }

  /** The share of the calls with this status. */
  share(status: number): number {
    return (this.#statuses.get(status) ?? 0) / this.made
  }

  get faults(): string {
    return [...this.#faults.values()].slice(0, 30).join('\n\n')
  }

  /** Ends the counting, and prints what was counted. */
  end(what: string): void {
    this.#waits.end()
    const { user, system } = process.cpuUsage(this.#before)
    const counted = JSON.stringify([...this.#statuses].sort(([firstStatus], [other]) => firstStatus - other))
    process.stdout.write(
      `${this.made} ${what}, seed ${seed}, ${Math.round((user + system) / 1_000_000)} s, answers by status: ${counted}\n`,
    )
  }
}

describe('No generated call is answered 500, off its form, after more than two seconds, or not at all [7.1c]', () => {
  test('by people who do everything that they may', { timeout: 3_600_000 }, async () => {
    // The rate limit of an address must not apply to what the generator sends in a minute.
    const server = await openTestServer({ settings: { LOG_LEVEL: 'error' } })
    const answers = new Answers(server)
    let cast = await castOf(server)
    for (let turn = 0; answers.made < wanted; turn++) {
      if (!(await isWhole(cast))) cast = await castOf(server)
      const numRuns = Math.min(round, wanted - answers.made)
      await answers.of(fc.sample(hostileCall, { numRuns, seed: seed + turn }), cast)
    }
    answers.end('generated calls')
    expect(answers.faults, `seed ${seed}; server: ${server.logLines.slice(0, 30).join('')}`).toBe('')
    // Many of them must reach a service, or the generator finds nothing.
    expect(answers.share(200)).toBeGreaterThan(0.1)
  })

  test('by people who may do little of it', { timeout: 600_000 }, async () => {
    const server = await openTestServer({ settings: { LOG_LEVEL: 'error' } })
    const cast = await castOf(server)
    cast.by.owner.send = inProcess(server.app.http)
    const answers = new Answers(server)
    for (let turn = 0; answers.made < outsiders; turn++) {
      const numRuns = Math.min(round, outsiders - answers.made)
      await answers.of(fc.sample(outsidersCall, { numRuns, seed: seed + 1_000_000 + turn }), cast)
    }
    answers.end('generated calls, mostly of outsiders')
    expect(await isWhole(cast)).toBe(true)
    expect(answers.faults, `seed ${seed}; server: ${server.logLines.slice(0, 30).join('')}`).toBe('')
    for (const status of [200, 400, 401, 403, 404]) expect(answers.share(status), String(status)).toBeGreaterThan(0.02)
  })
})
