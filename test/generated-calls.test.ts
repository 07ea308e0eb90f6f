import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { fetchProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from './actor'
import { type Company, companyOf } from './company'
import { type HostileCall, hostileCall, make, type Who } from './hostile/calls'
import { inProcess } from './in-process'
import { openTestServer, type TestServer } from './test-server'

/**
 * The number of calls. `GENERATED_CALLS=100000 npx vitest run test/generated-calls.test.ts` makes more, with another
 * seed each time.
 */
const wanted = Number(process.env.GENERATED_CALLS ?? 4_000)
const seed = Number(process.env.GENERATED_SEED ?? (process.env.GENERATED_CALLS ? Date.now() : 20_260_511))
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

test('No generated call is answered 500, or not at all, whoever makes it [7.1c]', { timeout: 3_600_000 }, async () => {
  // The rate limit of an address must not apply to what the generator sends in a minute.
  const server = await openTestServer({ settings: { LOG_LEVEL: 'error' } })
  const faults = new Map<string, string>()
  const statuses = new Map<number, number>()
  const before = process.cpuUsage()
  let cast = await castOf(server)
  let made = 0
  for (let turn = 0; made < wanted; turn++) {
    if (!(await isWhole(cast))) cast = await castOf(server)
    const calls = fc.sample(hostileCall, { numRuns: Math.min(round, wanted - made), seed: seed + turn })
    const work = async (queue: Iterator<HostileCall>) => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        const call = next.value
        const { status, fault, line } = await make(call, cast.by[call.who], cast.company.fields)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (fault)
          faults.set(`${call.endpoint.method} ${call.endpoint.path}: ${fault.slice(0, 60)}`, `${line}\n${fault}`)
      }
    }
    const queue = calls[Symbol.iterator]()
    await Promise.all(Array.from({ length: atOnce }, () => work(queue)))
    made += calls.length
  }
  const { user, system } = process.cpuUsage(before)
  const counted = JSON.stringify([...statuses].sort(([firstStatus], [other]) => firstStatus - other))
  process.stdout.write(
    `${made} generated calls, seed ${seed}, ${founded} companies, ${Math.round((user + system) / 1_000_000)} s, answers by status: ${counted}\n`,
  )
  const told = [...faults.values()].slice(0, 30).join('\n\n')
  expect(told, `seed ${seed}; server: ${server.logLines.slice(0, 30).join('')}`).toBe('')
  expect(made).toBe(wanted)
  // Many of them must reach a service, or the generator finds nothing.
  expect((statuses.get(200) ?? 0) / made, counted).toBeGreaterThan(0.1)
})
