import type { BrowserContextOptions } from '@playwright/test'
import type { BenchContext } from '../bench-context'
import { type Owner, seedLogs } from '../product'

/** A person in a workspace with logs, as a browser stores them. */
export interface SignedIn {
  origin: string
  /** The person, with a logbook of a thousand logs. */
  owner: Owner
  /** The app's state in local storage after signing in. */
  storageState: Exclude<BrowserContextOptions['storageState'], string | undefined>
}

export async function signedIn(bench: BenchContext): Promise<SignedIn> {
  const product = await bench.product()
  const owner = await bench.newOwner(product)
  await seedLogs(product, owner, 1_000)
  const { tokens, user_id: userId, organization_id: organizationId } = owner
  const session = { tokens, userId, organizationId, profileToken: null, isNewUser: false, clockOffset: 0 }
  const origin = `http://localhost:${product.port}`
  const localStorage = [{ name: 'app', value: JSON.stringify({ session }) }]
  return { origin, owner, storageState: { cookies: [], origins: [{ origin, localStorage }] } }
}
