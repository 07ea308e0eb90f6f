import type { Carrier } from './message'

/** Sends mail through the operator's server. The library is loaded with the first mail. */
export function smtpCarrier(url: string, from: string): Carrier {
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
