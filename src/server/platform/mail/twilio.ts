import type { Settings } from '../../settings'
import type { Carrier } from './message'

/** SMS through Twilio's message resource. */
export function twilioCarrier(settings: Settings): Carrier {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from, TWILIO_URL: base } = settings
  const url = new URL(`/2010-04-01/Accounts/${account}/Messages.json`, base)
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, From: from ?? '', Body: text }),
      signal: AbortSignal.timeout(15_000),
    })
    if (!response.ok) throw new Error(`The SMS service answered ${response.status}.`)
  }
}
