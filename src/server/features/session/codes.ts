import { randomInt } from 'node:crypto'
import { refuse } from '#shared/errors'
import { codes, day } from '#shared/limits'
import { type House, perHouse } from '../../platform/house'
import { networkOf } from '../../platform/network'
import type { Scene } from '../../platform/scene'
import { keyedHash, sameText } from '../../platform/secrets'
import { codeMessage } from './messages'
import * as store from './store'

const codeKey = perHouse((house: House) => house.secrets.derive('one-time codes'))

const hour = day / 24

const later = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString()

/** Sends a fresh code to an address [D10]. It behaves the same whether or not somebody has the address. */
export async function sendCode(at: Scene, address: string): Promise<{ expires_in: number }> {
  const network = networkOf(at.ip)
  await requireCodesLeft(at, address, network)
  const code = String(randomInt(10 ** codes.digits)).padStart(codes.digits, '0')
  await store.insertCode(at, {
    address,
    ip: network,
    code_hash: keyedHash(codeKey(at.house), address, code),
    expires_at: later(at.now, codes.lifetime),
  })
  at.beforeAnswer(async () => {
    try {
      await at.house.messenger.send({ to: address, ...codeMessage(code), code })
    } catch (error) {
      at.house.log.error({ err: error }, 'A one-time code could not be sent.')
      throw refuse('code.not_sent')
    }
  })
  return { expires_in: codes.lifetime / 1000 }
}

/** Counts what was sent before, and holds the counts until the call ends: codes that are asked for at once wait for each other. */
async function requireCodesLeft(at: Scene, address: string, network: string): Promise<void> {
  const account = await store.lockCodes(at, address, network)
  const waits = await Promise.all([
    store.freeAt(at, { addresses: [address] }, codes.perAddressAndHour, hour),
    store.freeAt(at, { addresses: account }, codes.perAccountAndDay, day),
    store.freeAt(at, { network }, codes.perIpAndHour, hour),
  ])
  const wait = Math.max(...waits.map(free => (free === null ? 0 : Date.parse(free) - Date.parse(at.now))))
  if (wait > 0) throw refuse('code.too_many_sent', { retryAfterSeconds: Math.ceil(wait / 1000) })
}

/** Proves that whoever gives the code reads the address. A wrong try is counted although the call is refused. */
export async function proveAddress(at: Scene, address: string, code: string): Promise<void> {
  const newest = await store.newestCode(at, address)
  if (!newest || newest.expires_at <= at.now) throw refuse('code.expired')
  if (newest.attempts >= codes.attempts) throw tooManyAttempts()
  if (!sameText(newest.code_hash, keyedHash(codeKey(at.house), address, code))) {
    await store.countAttempt(at, newest.id)
    const refusal = newest.attempts + 1 >= codes.attempts ? tooManyAttempts() : refuse('code.wrong')
    throw refusal.keepingWrites()
  }
  await store.spendCodes(at, address)
}

/** Another code may be asked for when the sign-in screen offers it. */
const tooManyAttempts = () => refuse('code.too_many_attempts', { retryAfterSeconds: codes.resendAfter / 1000 })
