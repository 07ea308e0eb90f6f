import type { Settings } from '../../settings'
import type { Carrier, Message } from './message'
import type { Outbox } from './outbox'
import { smtpCarrier } from './smtp'
import { twilioCarrier } from './twilio'

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
