import type { Body } from '#shared/contract/endpoint'
import { type Erasure, type eraseUser, erasureDelay } from '#shared/contract/erasure/endpoints'
import { apiError } from '#shared/errors'
import { type CompletedErasure, completedErasures, recordErasure } from '../../platform/completed-erasures-sql'
import { extendErasureList } from '../../platform/erasure-list'
import { appendEvents } from '../../platform/events'
import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import type { UserContext } from '../../platform/request-context'
import type { Settings } from '../../settings'
import { rewritePages } from '../documents/service'
import { eraseOrganisation, organisationMadeAt } from '../organisations/service'
import { addressesOf } from '../profile/service'
import * as people from './erase-sql'
import * as store from './store'

type Tx = Parameters<BatchCleanup>[0]
type Stored = Pick<Objects, 'delete' | 'deleteBelow'>

/** The only owner of an organisation with other members cannot be erased. */
export class LastOwner extends Error {
  override name = 'LastOwner'
  constructor(readonly organization_id: number) {
    super(`The person is the only owner of organisation ${organization_id}, which has other members.`)
  }
}

/** Asks for the erasure of the caller, cancels it, or tells its state. */
export async function change(
  ctx: UserContext,
  { action, confirmed_address }: Body<typeof eraseUser>,
): Promise<Erasure> {
  if (action === 'request') await request(ctx, confirmed_address)
  if (action === 'cancel') await store.deleteErasure(ctx)
  return store.erasureOf(ctx)
}

async function request(ctx: UserContext, confirmed_address = ''): Promise<void> {
  const { email, phone } = await addressesOf(ctx)
  if (![email, phone].includes(confirmed_address.trim()))
    throw apiError('request.invalid', { issues: [{ path: 'confirmed_address', message: 'This is not your address.' }] })
  for (const organization_id of await store.ownedOrganisations(ctx)) {
    const { tx } = await ctx.enter(organization_id)
    const { members, heir } = await people.standingIn(tx, organization_id, ctx.caller.user_id)
    if (members > 1 && heir === null) throw apiError('owner.last')
  }
  await store.insertErasure(ctx, new Date(Date.parse(ctx.now) + erasureDelay).toISOString())
}

/**
 * Erases a person: what is theirs alone goes, with its objects; of the work of organisations their name and addresses go.
 * Objects are first, so that an interrupted erasure finds them again. Runs as the owner of the database, in a transaction
 * that must commit next, because others wait for the counters of its events. Returns null if there is no such person.
 * Throws {@link LastOwner}, unless it `appoints` another owner then.
 */
export async function erasePerson(
  tx: Tx,
  objects: Stored,
  { user_id, now, appoints = false }: { user_id: number; now: number; appoints?: boolean },
): Promise<people.ErasedPerson | null> {
  const person = await people.findErased(tx, user_id)
  if (!person) return null
  const organisations = await people.allOrganisations(tx)
  const leaves: number[] = []
  const at = new Date(now).toISOString()
  for (const organization_id of organisations) {
    await people.openFor(tx, { organization_id, user_id })
    const { org_role, members, heir } = await people.standingIn(tx, organization_id, user_id)
    if (org_role === 'owner' && members > 1 && heir === null) {
      if (!appoints) throw new LastOwner(organization_id)
      await people.appointOwner(tx, organization_id, user_id, at)
    }
    if (org_role !== null && members > 1) leaves.push(organization_id)
  }
  for (const organization_id of organisations) await eraseFrom(tx, objects, { organization_id, person, now })
  await objects.deleteBelow(`people/${user_id}`)
  await people.eraseAccount(tx, person)
  const { created_at: subject_created_at } = person
  await recordErasure(tx, { kind: 'person', subject_id: user_id, subject_created_at, erased_at: at })
  const event = { kind: 'member.removed', user_id } as const
  for (const organization_id of leaves) {
    await people.openFor(tx, { organization_id, user_id })
    await appendEvents(tx, organization_id, [{ event, audience: { to: 'organisation' }, actor_id: null, at }])
  }
  return person
}

async function eraseFrom(
  tx: Tx,
  objects: Stored,
  { organization_id, person, now }: { organization_id: number; person: people.ErasedPerson; now: number },
): Promise<void> {
  const { user_id } = person
  await people.openFor(tx, { organization_id, user_id })
  const { org_role, members, heir } = await people.standingIn(tx, organization_id, user_id)
  if (org_role !== null && members === 1) return eraseOrganisation(tx, objects, { organization_id, now })
  const { keys, prefixes } = await people.objectsOf(tx, organization_id, user_id)
  for (const key of keys) await objects.delete(key)
  for (const prefix of prefixes) await objects.deleteBelow(prefix)
  await people.eraseIn(tx, organization_id, user_id)
  if (heir !== null) await people.handToOwner(tx, organization_id, user_id, heir)
  const isInTexts = await people.scrubTexts(tx, organization_id, person)
  const archives = await people.withdrawArchives(tx, { organization_id, user_id, isInTexts })
  for (const key of archives) await objects.delete(key)
  const inside = { tx, organization_id, now: new Date(now).toISOString() }
  await rewritePages(inside, text => people.withoutPerson(text, person))
}

/**
 * Erases again whom or what a restored backup brought back, and records it as erased. Does nothing to somebody else who
 * has the number now. Returns whether there was anything to erase.
 */
export async function eraseAgain(
  tx: Tx,
  objects: Stored,
  { erasure, now }: { erasure: CompletedErasure; now: number },
): Promise<boolean> {
  const { kind, subject_id, subject_created_at } = erasure
  await recordErasure(tx, erasure)
  if (kind === 'organisation') {
    if ((await organisationMadeAt(tx, subject_id)) !== subject_created_at) return false
    await eraseOrganisation(tx, objects, { organization_id: subject_id, now })
    return true
  }
  if ((await people.findErased(tx, subject_id))?.created_at !== subject_created_at) return false
  await erasePerson(tx, objects, { user_id: subject_id, now, appoints: true })
  return true
}

/**
 * Erases those who asked for it, once their time is over, one in a transaction. Who became the last owner meanwhile stays
 * until that changes. Then writes who was erased beside the backups.
 */
export const erasureCleanups = (objects: Objects, { BACKUP_DIR }: Pick<Settings, 'BACKUP_DIR'>): BatchCleanup[] => [
  async (tx, now) => {
    for (const user_id of await people.dueErasures(tx, new Date(now).toISOString())) {
      try {
        await erasePerson(tx, objects, { user_id, now })
        return true
      } catch (error) {
        // Thrown before anything was changed.
        if (!(error instanceof LastOwner)) throw error
      }
    }
    return false
  },
  // Last, so that it has those that are new.
  async tx => {
    await extendErasureList(BACKUP_DIR, await completedErasures(tx))
    return false
  },
]
