import type { Settings } from '../../settings'
import type { Outbox } from './outbox'

/** Sends messages to people: by SMTP and Twilio if configured, otherwise to the outbox [D10]. */
export interface Messenger {
  send(message: Message): Promise<void>
  /** Present if at least one kind of message goes there. */
  readonly outbox: Outbox | null
}

export function isEmail(address: string): boolean {
  return address.includes('@')
}

export function makeMessenger(settings: Settings, outbox: Outbox): Messenger {
  const toOutbox: Carrier = async ({ to, subject, text, code }) =>
    outbox.put({
      to,
      kind: isEmail(to) ? 'email' : 'sms',
      text: isEmail(to) ? `${subject}\n\n${text}` : text,
      code: code ?? null,
    })
  const mail = settings.SMTP_URL ? smtpCarrier(settings.SMTP_URL, settings.MAIL_FROM) : toOutbox
  const sms = settings.TWILIO_ACCOUNT_SID ? twilioCarrier(settings) : toOutbox
  return {
    send: message => (isEmail(message.to) ? mail(message) : sms(message)),
    outbox: mail === toOutbox || sms === toOutbox ? outbox : null,
  }
}

/** Sends mail through the operator's server. The library is loaded with the first mail. */
function smtpCarrier(url: string, from: string): Carrier {
  let transport: ReturnType<typeof open> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(url, { from })
  }
  return async ({ to, subject, text }) => {
    transport ??= open()
    await (await transport).sendMail({ to, subject, text })
  }
}

/** SMS through Twilio's message resource. */
function twilioCarrier(settings: Settings): Carrier {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from, TWILIO_URL: base } = settings
  const url = new URL(`/2010-04-01/Accounts/${account}/Messages.json`, base)
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, From: from ?? '', Body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    })
    if (!response.ok) throw new Error(`The SMS service answered ${response.status}.`)
  }
}

interface Message {
  /** An e-mail address or an E.164 number. */
  to: string
  subject: string
  text: string
  code?: string
}

/** Delivers one message, or throws. */
type Carrier = (message: Message) => Promise<void>
