import type { Person } from '#shared/contract/common'
import { can } from '#shared/rules/capabilities'
import { type AppContext, perApp } from '../app-context'
import type { MemberContext, RequestContext } from '../request-context'
import type { Addresses, PersonRow } from './person-columns'

/** How long the URL of a picture is valid at most. */
const pictureSeconds = 2 * 24 * 60 * 60
const rememberedAddresses = 5_000

const addresses = perApp((_app: AppContext) => new Map<string, { address: Promise<string>; until: number }>())

/** The signed URL of a picture. It stays the same for a quarter of its life, so that browsers cache the picture. */
export async function pictureAddress(app: AppContext, key: string | null): Promise<string | null> {
  if (!key) return null
  const known = addresses(app)
  const now = app.clock.now()
  const kept = known.get(key)
  if (kept && kept.until > now) return kept.address
  const [oldest] = known.keys()
  if (known.size >= rememberedAddresses && oldest) known.delete(oldest)
  const address = app.objects.addressFor(key, pictureSeconds)
  known.set(key, { address, until: now + (pictureSeconds * 1000) / 4 })
  return address
}

/** Whether a member may see, and find people by, the e-mail addresses and phone numbers of others. */
export const seesAddresses = ({ member }: Pick<MemberContext, 'member'>): boolean => can(member, 'people.manage')

/** A person as others see them. Pass their addresses only for readers who may see them. */
export async function personFrom(
  ctx: Pick<RequestContext, 'app'>,
  row: PersonRow,
  addresses: Addresses = { phone: null, email: null },
): Promise<Person> {
  return {
    user_id: row.user_id,
    user_displayname: row.displayname,
    user_image: await pictureAddress(ctx.app, row.image_key),
    user_phone: addresses.phone,
    user_email: addresses.email,
  }
}
