import type { Language } from '#shared/contract/common'

interface MessageSayings {
  by(names: string): string
  about(words: string): string
  /** The heading; `scope` begins with a space. */
  some(count: number, figure: string, scope: string): string
  none(scope: string): string
  more(figure: string): string
  unread(count: number, figure: string): string
  since(count: number, figure: string, when: string): string
  nothingUnread: string
  nothingNew(when: string): string
}

/** What Mate says about messages without a model. */
export const messageSayings: Record<Language, MessageSayings> = {
  en: {
    by: names => ` by ${names}`,
    about: words => ` about “${words}”`,
    some: (count, figure, scope) => `${figure} ${count === 1 ? 'message' : 'messages'}${scope} in your chats:`,
    none: scope => `I found no message${scope} in your chats.`,
    more: figure => `and ${figure} more`,
    unread: (count, figure) => `You have not read ${figure} ${count === 1 ? 'message' : 'messages'}:`,
    since: (count, figure, when) => `${figure} ${count === 1 ? 'message' : 'messages'} by others${when}:`,
    nothingUnread: 'You have read all messages in your chats.',
    nothingNew: when => `Nobody else wrote in your chats${when}.`,
  },
  de: {
    by: names => ` von ${names}`,
    about: words => ` zu „${words}“`,
    some: (count, figure, scope) => `${figure} ${count === 1 ? 'Nachricht' : 'Nachrichten'}${scope} in deinen Chats:`,
    none: scope => `Ich fand keine Nachricht${scope} in deinen Chats.`,
    more: figure => `und ${figure} weitere`,
    unread: (count, figure) => `${figure} ${count === 1 ? 'ungelesene Nachricht' : 'ungelesene Nachrichten'}:`,
    since: (count, figure, when) => `${figure} ${count === 1 ? 'Nachricht' : 'Nachrichten'} von anderen${when}:`,
    nothingUnread: 'Du hast alle Nachrichten in deinen Chats gelesen.',
    nothingNew: when => `Niemand sonst hat${when} in deinen Chats geschrieben.`,
  },
  es: {
    by: names => ` de ${names}`,
    about: words => ` sobre «${words}»`,
    some: (count, figure, scope) => `${figure} ${count === 1 ? 'mensaje' : 'mensajes'}${scope} en tus chats:`,
    none: scope => `No encontré ningún mensaje${scope} en tus chats.`,
    more: figure => `y ${figure} más`,
    unread: (count, figure) => `${figure} ${count === 1 ? 'mensaje sin leer' : 'mensajes sin leer'}:`,
    since: (count, figure, when) => `${figure} ${count === 1 ? 'mensaje' : 'mensajes'} de otras personas${when}:`,
    nothingUnread: 'Has leído todos los mensajes de tus chats.',
    nothingNew: when => `Nadie más escribió en tus chats${when}.`,
  },
  hi: {
    by: names => ` (${names} के)`,
    about: words => ` “${words}” के बारे में`,
    some: (_count, figure, scope) => `आपकी चैट में ${figure} संदेश${scope}:`,
    none: scope => `आपकी चैट में कोई संदेश नहीं मिला${scope}।`,
    more: figure => `और ${figure}`,
    unread: (_count, figure) => `${figure} बिना पढ़े संदेश:`,
    since: (_count, figure, when) => `दूसरों के ${figure} संदेश${when}:`,
    nothingUnread: 'आपने अपनी चैट के सभी संदेश पढ़ लिए हैं।',
    nothingNew: when => `आपकी चैट में और किसी ने कुछ नहीं लिखा${when}।`,
  },
}
