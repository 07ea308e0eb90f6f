import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { acceptInvite, invitePeople } from '#shared/contract/organisations/invites'
import { invites } from '#shared/contract/organisations/limits'
import { changePermission, type Source } from '#shared/contract/sources/endpoints'
import { socketAddress } from '../../src/server/platform/live/testing/live-client'
import { Actor } from '../../test/actor'
import type { FeedAddress } from './sharer'

let people = 0

/** A new person who works over the API. */
export async function newPerson(url: string, name: string): Promise<Actor> {
  people += 1
  // Codes are limited by address, so everybody has an own one.
  const person = new Actor({ url }, `10.2.${Math.floor(people / 250)}.${(people % 250) + 1}`)
  await person.signUp({ name, email: `feed-${people}@bench.example` })
  return person
}

/** This many people of one new workspace, the owner first; everybody lets all others see their screen. */
export async function newWorkspace(port: number, count: number): Promise<[Actor, ...Actor[]]> {
  const url = `http://127.0.0.1:${port}`
  const owner = await newPerson(url, 'Maya')
  await owner.createOrganisation('Ridgeway Cycles')
  const others: Actor[] = []
  while (others.length < count - 1) others.push(await newPerson(url, `Tom ${others.length + 1}`))
  const { roles } = await owner.call(organisationInfo, {})
  const role_id = roles.find(role => role.role_name === 'Member')?.role_id ?? 0
  for (let from = 0; from < others.length; from += invites.perCall) {
    const some = others.slice(from, from + invites.perCall)
    const results = await owner.call(invitePeople, {
      invites: some.map(({ address }) => ({ email_id: address, role_id })),
    })
    for (const [index, guest] of some.entries()) {
      const invite = results[index]?.invite
      if (!invite) throw new Error(`The invite was refused: ${results[index]?.message}`)
      await guest.call(acceptInvite, { invite_id: invite.invite_id })
      guest.organization_id = owner.organization_id
    }
  }
  const all: [Actor, ...Actor[]] = [owner, ...others]
  for (const actor of all) await actor.call(changePermission, { is_my_screen_accessible_to_org: true })
  return all
}

export const feedOf = (who: Actor): FeedAddress => ({
  url: who.server.url,
  socket: socketAddress(who, '/sockets/feed'),
})
export const screenOf = ({ user_id }: Actor): Source => ({ kind: 'screen', user_id })
