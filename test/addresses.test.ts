import { expect, test } from 'vitest'
import { endpoints } from '#shared/contract/all'
import { grantAccess } from '#shared/contract/documents/endpoints'
import { changesSomething, type Endpoint } from '#shared/contract/endpoint'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { search } from '#shared/contract/search/endpoints'
import type { Actor } from './actor'
import { type Company, companyOf } from './company'
import { openTestServer } from './test-server'

const reading: readonly Endpoint[] = endpoints
  .map(({ endpoint }) => endpoint)
  .filter(
    endpoint => !changesSomething(endpoint) && endpoint.access.who === 'member' && endpoint.access.guests !== 'only',
  )

/** The endpoints whose answer to a person, with the fields of a company, contains one of these texts; and how many answered. */
async function telling(who: Actor, { fields }: Company, texts: readonly string[]) {
  const leaks: string[] = []
  let answered = 0
  for (const endpoint of reading) {
    const reply = await who.reply(endpoint, fields as never)
    if (reply.status === 200) answered += 1
    if (texts.some(text => JSON.stringify(reply).includes(text))) leaks.push(`${endpoint.method} ${endpoint.path}`)
  }
  return { leaks, answered }
}

test('E-mail addresses and phone numbers reach those who manage people, and nobody else', async () => {
  const server = await openTestServer()
  const company = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Reyes', secret: 'nightingale' })
  const { owner, colleague, organization_id } = company
  const finn = await server.person({ name: 'Finn Kelly', phone: '+15550142424' })
  await owner.invites(finn, 'Member')
  const grantee = { grantee_kind: 'user', grantee_id: finn.user_id, level: 'viewer' } as const
  await owner.call(grantAccess, { doc_id: company.fields.doc_id as number, ...grantee })
  const planted = [owner.address, colleague.address]

  const { leaks, answered } = await telling(finn, company, planted)
  expect(leaks).toEqual([])
  expect(answered).toBeGreaterThan(20)
  const foundBy = async (who: Actor, query: string) => (await who.call(search, { query })).hits
  expect(await foundBy(finn, owner.address)).toEqual([])

  const events = await server.asOwner('select payload::text as text from events where organization_id = $1', [
    organization_id,
  ])
  expect(events.length).toBeGreaterThan(10)
  expect(
    events.filter(({ text }) => [...planted, finn.address].some(address => String(text).includes(address))),
  ).toEqual([])

  const seen = await telling(owner, company, [finn.address])
  expect(seen.leaks).toContain(`${organisationInfo.method} ${organisationInfo.path}`)
  expect(await foundBy(owner, colleague.address)).toMatchObject([{ kind: 'person', user_id: colleague.user_id }])
})
