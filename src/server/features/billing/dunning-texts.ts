import { Language } from '#shared/contract/common'

interface Facts {
  organisation: string
  /** A calendar day in words. */
  until: string
  link: string
}

type Kind = 'failed' | 'ended'

interface Texts {
  subject(facts: Facts): string
  text(facts: Facts): string
}

const texts: Record<Language, Record<Kind, Texts>> = {
  en: {
    failed: {
      subject: ({ organisation }) => `The payment for ${organisation} failed`,
      text: ({ organisation, until, link }) =>
        `The payment for the plan of ${organisation} on Wheelhouse failed. Everything keeps working until ${until}. Please pay, or use another card, before then: ${link}`,
    },
    ended: {
      subject: ({ organisation }) => `The plan of ${organisation} has ended`,
      text: ({ organisation, link }) =>
        `The payment for the plan of ${organisation} on Wheelhouse is still open, so the plan has ended. Nothing was deleted: what the free plan does not include is read-only. Choose a plan to go on: ${link}`,
    },
  },
  de: {
    failed: {
      subject: ({ organisation }) => `Die Zahlung für ${organisation} ist fehlgeschlagen`,
      text: ({ organisation, until, link }) =>
        `Die Zahlung für den Tarif von ${organisation} auf Wheelhouse ist fehlgeschlagen. Bis zum ${until} läuft alles weiter. Bitte bezahle bis dahin oder nimm eine andere Karte: ${link}`,
    },
    ended: {
      subject: ({ organisation }) => `Der Tarif von ${organisation} ist beendet`,
      text: ({ organisation, link }) =>
        `Die Zahlung für den Tarif von ${organisation} auf Wheelhouse ist noch offen, deshalb ist der Tarif beendet. Es wurde nichts gelöscht: Was der kostenlose Tarif nicht enthält, kann nur noch gelesen werden. Wähle einen Tarif, um weiterzuarbeiten: ${link}`,
    },
  },
  es: {
    failed: {
      subject: ({ organisation }) => `El pago de ${organisation} ha fallado`,
      text: ({ organisation, until, link }) =>
        `El pago del plan de ${organisation} en Wheelhouse ha fallado. Todo sigue funcionando hasta el ${until}. Paga antes de esa fecha o usa otra tarjeta: ${link}`,
    },
    ended: {
      subject: ({ organisation }) => `El plan de ${organisation} ha terminado`,
      text: ({ organisation, link }) =>
        `El pago del plan de ${organisation} en Wheelhouse sigue pendiente, así que el plan ha terminado. No se ha borrado nada: lo que el plan gratuito no incluye solo se puede leer. Elige un plan para continuar: ${link}`,
    },
  },
  hi: {
    failed: {
      subject: ({ organisation }) => `${organisation} का भुगतान विफल रहा`,
      text: ({ organisation, until, link }) =>
        `Wheelhouse पर ${organisation} के प्लान का भुगतान विफल रहा। ${until} तक सब कुछ चलता रहेगा। कृपया उससे पहले भुगतान करें या दूसरा कार्ड इस्तेमाल करें: ${link}`,
    },
    ended: {
      subject: ({ organisation }) => `${organisation} का प्लान समाप्त हो गया`,
      text: ({ organisation, link }) =>
        `Wheelhouse पर ${organisation} के प्लान का भुगतान अब भी बाकी है, इसलिए प्लान समाप्त हो गया। कुछ भी हटाया नहीं गया: जो मुफ़्त प्लान में शामिल नहीं है, उसे केवल पढ़ा जा सकता है। आगे काम करने के लिए प्लान चुनें: ${link}`,
    },
  },
}

interface Reminder {
  kind: Kind
  language: string
  timezone: string
  organisation: string
  ends_at: string
  link: string
}

/** A mail to an owner about a failed payment, in their language. The name is put on one line, so that it cannot imitate other parts. */
export function dunningMail({ kind, timezone, ...reminder }: Reminder): { subject: string; text: string } {
  const language = Language.catch('en').parse(reminder.language)
  const facts: Facts = {
    organisation: reminder.organisation.replace(/\s+/g, ' '),
    until: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: timezone }).format(
      new Date(reminder.ends_at),
    ),
    link: reminder.link,
  }
  const { subject, text } = texts[language][kind]
  return { subject: subject(facts), text: text(facts) }
}
