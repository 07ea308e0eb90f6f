import { Language } from '#shared/contract/common'

interface Facts {
  inviter: string
  organisation: string
  /** A calendar day in words. */
  until: string
  link: string
}

interface Texts {
  subject(facts: Facts): string
  text(facts: Facts): string
}

/** In the language of the person who invites, because the reader's is unknown. Short enough for an SMS. */
const texts: Record<Language, Texts> = {
  en: {
    subject: ({ inviter, organisation }) => `${inviter} invites you to ${organisation}`,
    text: ({ inviter, organisation, until, link }) =>
      `${inviter} invites you to ${organisation} on Wheelhouse. Sign in with this address to accept, until ${until}: ${link}`,
  },
  hi: {
    subject: ({ inviter, organisation }) => `${inviter} ने आपको ${organisation} में आमंत्रित किया है`,
    text: ({ inviter, organisation, until, link }) =>
      `${inviter} ने आपको Wheelhouse पर ${organisation} में आमंत्रित किया है। स्वीकार करने के लिए ${until} तक इसी पते से साइन इन करें: ${link}`,
  },
  de: {
    subject: ({ inviter, organisation }) => `${inviter} lädt dich zu ${organisation} ein`,
    text: ({ inviter, organisation, until, link }) =>
      `${inviter} lädt dich zu ${organisation} auf Wheelhouse ein. Melde dich bis zum ${until} mit dieser Adresse an, um anzunehmen: ${link}`,
  },
  es: {
    subject: ({ inviter, organisation }) => `${inviter} te invita a ${organisation}`,
    text: ({ inviter, organisation, until, link }) =>
      `${inviter} te invita a ${organisation} en Wheelhouse. Inicia sesión con esta dirección antes del ${until} para aceptar: ${link}`,
  },
}

interface Invitation {
  inviter: string
  organisation: string
  expires_at: string
  publicUrl: string
  language: string
  timezone: string
}

/**
 * The message to an invited person. Names are put on one line, so that they cannot imitate other parts of the message.
 */
export function inviteMessage(invitation: Invitation): { subject: string; text: string } {
  const language = Language.catch('en').parse(invitation.language)
  const facts: Facts = {
    inviter: onOneLine(invitation.inviter),
    organisation: onOneLine(invitation.organisation),
    until: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: invitation.timezone }).format(
      new Date(invitation.expires_at),
    ),
    link: `${invitation.publicUrl}/#/workspace`,
  }
  return { subject: texts[language].subject(facts), text: texts[language].text(facts) }
}

const onOneLine = (name: string) => name.replace(/\s+/g, ' ')
