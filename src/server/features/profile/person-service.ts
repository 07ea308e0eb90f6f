import type { Person } from '#shared/contract/common'
import { type House, perHouse } from '../../platform/house'
import type { CallerScene, Scene } from '../../platform/scene'
import type { PersonRow } from './person-columns'
import * as store from './store'

/** How long the address of a picture is good for at most. */
const pictureSeconds = 2 * 24 * 60 * 60
const rememberedAddresses = 5_000

const addresses = perHouse((_house: House) => new Map<string, { address: Promise<string>; until: number }>())

/** The signed address of a picture; the same one for a quarter of its life, so that it is made once and browsers keep the picture. */
async function pictureAddress(house: House, key: string | null): Promise<string | null> {
  if (!key) return null
  const known = addresses(house)
  const now = house.clock.now()
  const kept = known.get(key)
  if (kept && kept.until > now) return kept.address
  const [oldest] = known.keys()
  if (known.size >= rememberedAddresses && oldest) known.delete(oldest)
  const address = house.objects.addressFor(key, pictureSeconds)
  known.set(key, { address, until: now + (pictureSeconds * 1000) / 4 })
  return address
}

/** Somebody as others see them. */
export async function personFrom(at: Pick<Scene, 'house'>, row: PersonRow): Promise<Person> {
  return {
    user_id: row.user_id,
    user_displayname: row.displayname,
    user_image: await pictureAddress(at.house, row.image_key),
    user_phone: row.phone,
    user_email: row.email,
  }
}

/** Makes an organisation the one that the person works in; -1 chooses none. Their membership is checked by the caller. */
export async function selectOrganisation(at: CallerScene, organization_id: number): Promise<void> {
  await store.updateUser(at, at.caller.user_id, {
    selected_organization_id: organization_id > 0 ? organization_id : null,
  })
}

/** Verified addresses of the caller. */
export async function addressesOf(at: CallerScene): Promise<string[]> {
  const user = await store.findUser(at, at.caller.user_id)
  return [user.email, user.phone].filter(address => address !== null)
}
