import type { Language } from '#shared/contract/common'
import type { NotificationKind } from '#shared/contract/notifications/endpoints'

/** What a sentence about a notification is made from. */
export interface Facts {
  /** The name of the actor; empty for somebody who no longer exists. */
  actor: string
  title: string
  count: number
  /** A time in words. */
  deadline: string
  /** Whether the deadline had passed. */
  isPast: boolean
  /** By how many minutes a task is planned to end too late. */
  late: number
  /** A label of a graph, the value of its threshold, and whether it is above it now or below. */
  label: string
  limit: number
  isAbove: boolean
}

type Sentences = Record<NotificationKind, (facts: Facts) => string> & {
  somebody: string
  digest: {
    subject(count: number): string
    open(link: string): string
    change(link: string): string
    more: string
  }
}

const inTitle = (title: string, before: string) => (title === '' ? '' : ` ${before} ${title}`)

/** Push messages and mails are written by the server, in the language of the person. */
export const sentences: Record<Language, Sentences> = {
  en: {
    mention: ({ actor, title }) => `${actor} mentioned you${inTitle(title, 'in')}`,
    assignment: ({ actor, title }) => `${actor} assigned you ${title}`,
    deadline: ({ title, deadline, late, isPast }) => {
      if (late > 0) return `${title} is planned to end ${late} min after its deadline`
      return isPast ? `${title} is late, it was due ${deadline}` : `${title} is due ${deadline}`
    },
    message: ({ actor, title, count }) =>
      count > 1
        ? `${count} new messages from ${actor}${inTitle(title, 'in')}`
        : `New message from ${actor}${inTitle(title, 'in')}`,
    job_failed: ({ title }) => `The job ${title} failed`,
    logbook_silent: ({ title }) => `A job no longer writes into ${title}`,
    graph_threshold: ({ title, label, count, limit, isAbove }) =>
      `${label} in ${title}: ${count}, ${isAbove ? 'above' : 'below'} ${limit}`,
    screen_viewed: ({ actor }) => `${actor} started looking at your screen`,
    somebody: 'Somebody',
    digest: {
      subject: count => (count === 1 ? 'You missed one thing' : `You missed ${count} things`),
      open: link => `Open Wheelhouse: ${link}`,
      change: link => `Change what you get by mail: ${link}`,
      more: 'And more.',
    },
  },
  de: {
    mention: ({ actor, title }) => `${actor} hat dich${inTitle(title, 'in')} erwähnt`,
    assignment: ({ actor, title }) => `${actor} hat dir ${title} zugewiesen`,
    deadline: ({ title, deadline, late, isPast }) => {
      if (late > 0) return `${title} endet nach Plan ${late} Min. nach der Frist`
      return isPast ? `${title} ist überfällig, die Frist war: ${deadline}` : `${title} ist fällig: ${deadline}`
    },
    message: ({ actor, title, count }) =>
      count > 1
        ? `${count} neue Nachrichten von ${actor}${inTitle(title, 'in')}`
        : `Neue Nachricht von ${actor}${inTitle(title, 'in')}`,
    job_failed: ({ title }) => `Der Job ${title} ist fehlgeschlagen`,
    logbook_silent: ({ title }) => `Ein Job schreibt nicht mehr in ${title}`,
    graph_threshold: ({ title, label, count, limit, isAbove }) =>
      `${label} in ${title}: ${count}, ${isAbove ? 'über' : 'unter'} ${limit}`,
    screen_viewed: ({ actor }) => `${actor} sieht jetzt deinen Bildschirm`,
    somebody: 'Jemand',
    digest: {
      subject: count => (count === 1 ? 'Du hast eine Sache verpasst' : `Du hast ${count} Dinge verpasst`),
      open: link => `Wheelhouse öffnen: ${link}`,
      change: link => `Ändern, was du per E-Mail bekommst: ${link}`,
      more: 'Und mehr.',
    },
  },
  es: {
    mention: ({ actor, title }) => `${actor} te ha mencionado${inTitle(title, 'en')}`,
    assignment: ({ actor, title }) => `${actor} te ha asignado ${title}`,
    deadline: ({ title, deadline, late, isPast }) => {
      if (late > 0) return `${title} terminará, según el plan, ${late} min después de su plazo`
      return isPast ? `${title} va con retraso, venció: ${deadline}` : `${title} vence: ${deadline}`
    },
    message: ({ actor, title, count }) =>
      count > 1
        ? `${count} mensajes nuevos de ${actor}${inTitle(title, 'en')}`
        : `Mensaje nuevo de ${actor}${inTitle(title, 'en')}`,
    job_failed: ({ title }) => `El trabajo ${title} ha fallado`,
    logbook_silent: ({ title }) => `Un trabajo ya no escribe en ${title}`,
    graph_threshold: ({ title, label, count, limit, isAbove }) =>
      `${label} en ${title}: ${count}, por ${isAbove ? 'encima' : 'debajo'} de ${limit}`,
    screen_viewed: ({ actor }) => `${actor} ha empezado a ver tu pantalla`,
    somebody: 'Alguien',
    digest: {
      subject: count => (count === 1 ? 'Te has perdido una cosa' : `Te has perdido ${count} cosas`),
      open: link => `Abrir Wheelhouse: ${link}`,
      change: link => `Cambiar lo que recibes por correo: ${link}`,
      more: 'Y más.',
    },
  },
  hi: {
    mention: ({ actor, title }) =>
      title === '' ? `${actor} ने आपका उल्लेख किया` : `${actor} ने ${title} में आपका उल्लेख किया`,
    assignment: ({ actor, title }) => `${actor} ने आपको ${title} सौंपा`,
    deadline: ({ title, deadline, late, isPast }) => {
      if (late > 0) return `योजना के अनुसार ${title} समय-सीमा से ${late} मिनट बाद पूरा होगा`
      return isPast ? `${title} में देरी है, समय-सीमा थी: ${deadline}` : `${title} की समय-सीमा: ${deadline}`
    },
    message: ({ actor, title, count }) => {
      const where = title === '' ? '' : `${title} में `
      return count > 1 ? `${where}${actor} के ${count} नए संदेश` : `${where}${actor} का नया संदेश`
    },
    job_failed: ({ title }) => `जॉब ${title} विफल रहा`,
    logbook_silent: ({ title }) => `एक जॉब अब ${title} में नहीं लिख रहा`,
    graph_threshold: ({ title, label, count, limit, isAbove }) =>
      `${title} में ${label}: ${count}, ${limit} से ${isAbove ? 'अधिक' : 'कम'}`,
    screen_viewed: ({ actor }) => `${actor} ने आपकी स्क्रीन देखना शुरू किया`,
    somebody: 'किसी',
    digest: {
      subject: count => `आपसे ${count} बातें छूट गईं`,
      open: link => `Wheelhouse खोलें: ${link}`,
      change: link => `मेल से क्या मिले, यह बदलें: ${link}`,
      more: 'और भी हैं।',
    },
  },
}
