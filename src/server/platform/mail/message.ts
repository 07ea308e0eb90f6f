export interface Message {
  /** An e-mail address or an E.164 number. */
  to: string
  subject: string
  text: string
  code?: string
}

/** Delivers one message, or throws. */
export type Carrier = (message: Message) => Promise<void>
