import { randomInt } from 'node:crypto'
import { refuse } from '#shared/errors'
import { codes } from '#shared/limits'
import { type House, perHouse } from '../../platform/house'
import type { Scene } from '../../platform/scene'
import { keyedHash, sameText } from '../../platform/secrets'
import { codeMessage } from './messages'
import * as store from './store'

const codeKey = perHouse((house: House) => house.secrets.derive('one-time codes'))

const later = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString()

/** Sends a fresh code to an address [D10]. It behaves the same whether or not somebody has the address. */
export async function sendCode(at: Scene, address: string): Promise<{ expires_in: number }> {
  const sent = await store.countCodes(at, address, later(at.now, -60 * 60 * 1000))
  if (sent.to_address >= codes.perAddressAndHour || sent.from_ip >= codes.perIpAndHour)
    throw refuse('code.too_many_sent')
  const code = String(randomInt(10 ** codes.digits)).padStart(codes.digits, '0')
  await store.insertCode(at, {
    address,
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

/** Proves that whoever gives the code reads the address. A wrong try is counted although the call is refused. */
export async function proveAddress(at: Scene, address: string, code: string): Promise<void> {
  const newest = await store.newestCode(at, address)
  if (!newest || newest.expires_at <= at.now) throw refuse('code.expired')
  if (newest.attempts >= codes.attempts) throw refuse('code.too_many_attempts')
  if (!sameText(newest.code_hash, keyedHash(codeKey(at.house), address, code))) {
    await store.countAttempt(at, newest.id)
    throw refuse(newest.attempts + 1 >= codes.attempts ? 'code.too_many_attempts' : 'code.wrong').keepingWrites()
  }
  await store.spendCodes(at, address)
}
