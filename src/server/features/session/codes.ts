import { randomInt } from 'node:crypto'
import { codes } from '#shared/contract/session/limits'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import { type AppContext, perApp } from '../../platform/app-context'
import { networkOf } from '../../platform/network'
import type { RequestContext } from '../../platform/request-context'
import { keyedHash, sameText } from '../../platform/secrets'
import * as store from './store'

const codeKey = perApp((app: AppContext) => app.secrets.derive('one-time codes'))

const hour = day / 24

const later = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString()

/** Sends a new code to an address [D10]. It behaves the same whether or not somebody has the address. */
export async function sendCode(ctx: RequestContext, address: string): Promise<{ expires_in: number }> {
  const network = networkOf(ctx.ip)
  await requireCodesLeft(ctx, address, network)
  const code = String(randomInt(10 ** codes.digits)).padStart(codes.digits, '0')
  await store.insertCode(ctx, {
    address,
    ip: network,
    code_hash: keyedHash(codeKey(ctx.app), address, code),
    expires_at: later(ctx.now, codes.lifetime),
  })
  ctx.beforeResponse(async () => {
    try {
      await ctx.app.messenger.send({ to: address, ...codeMessage(code), code })
    } catch (error) {
      ctx.app.log.error({ err: error }, 'A one-time code could not be sent.')
      throw apiError('code.not_sent')
    }
  })
  return { expires_in: codes.lifetime / 1000 }
}

/**
 * Counts the codes sent before and locks the counts until the call ends, so that concurrent requests wait for each
 * other.
 */
async function requireCodesLeft(ctx: RequestContext, address: string, network: string): Promise<void> {
  const account = await store.lockCodes(ctx, address, network)
  const waits = await Promise.all([
    store.freeAt(ctx, { addresses: [address] }, codes.perAddressAndHour, hour),
    store.freeAt(ctx, { addresses: account }, codes.perAccountAndDay, day),
    store.freeAt(ctx, { network }, codes.perIpAndHour, hour),
  ])
  const wait = Math.max(...waits.map(free => (free === null ? 0 : Date.parse(free) - Date.parse(ctx.now))))
  if (wait > 0) throw apiError('code.too_many_sent', { retryAfterSeconds: Math.ceil(wait / 1000) })
}

/** Verifies the code of an address. A wrong attempt is counted although the call is refused. */
export async function checkCode(ctx: RequestContext, address: string, code: string): Promise<void> {
  const newest = await store.newestCode(ctx, address)
  if (!newest || newest.expires_at <= ctx.now) throw apiError('code.expired')
  if (newest.attempts >= codes.attempts) throw tooManyAttempts()
  if (!sameText(newest.code_hash, keyedHash(codeKey(ctx.app), address, code))) {
    await store.countAttempt(ctx, newest.id)
    const refusal = newest.attempts + 1 >= codes.attempts ? tooManyAttempts() : apiError('code.wrong')
    throw refusal.keepingWrites()
  }
  await store.spendCodes(ctx, address)
}

/** Retryable when the sign-in screen offers another code. */
const tooManyAttempts = () => apiError('code.too_many_attempts', { retryAfterSeconds: codes.resendAfter / 1000 })

/** The message with a one-time code. The reader's language is unknown, so it is short, and the code comes first. */
function codeMessage(code: string): { subject: string; text: string } {
  return {
    subject: `${code} is your Wheelhouse code`,
    text: `${code} is your Wheelhouse code. It works for 5 minutes. If you did not ask for it, ignore this message.`,
  }
}
