import type { Language } from '#shared/contract/common'
import { anyOf, type Pattern, wordSet } from '../../platform/words/patterns'

interface MessageWords {
  /** Asks for messages. */
  asks: Pattern
  /** Asks what somebody missed, or has not read. */
  missed: Pattern
  /** Words that say what is asked for, and are not searched. */
  vocabulary: ReadonlySet<string>
}

/** How questions about messages are asked. */
export const messageWords: Record<Language, MessageWords> = {
  en: {
    asks: anyOf(
      'messages?',
      'chats?(?! with mate)',
      '(?:did|has)\\s+(?:\\p{L}+\\s+)?(?:text|message|send me)',
      'sent me',
      '(?:write|wrote|written|say|said)\\s+(?:to )?(?:me|us)',
    ),
    missed: anyOf(
      '(?:did|have) i (?:miss|missed)',
      'i missed',
      'unread(?: messages?)?',
      '(?:new|missed) messages?',
      'catch me up on (?:the |my )?(?:chats?|messages?)',
      '(?:summari[sz]e|summary of|recap)(?: \\p{L}+){0,3} (?:chats?|messages?)',
    ),
    vocabulary: wordSet(
      'message messages chat chats text sent send me wrote write said say asked ask talk talked mention mentioned find search any with me',
    ),
  },
  de: {
    asks: anyOf(
      '(?:nachrichten?|chats?)',
      '(?:schrieb|geschrieben)\\s+(?:mir|uns)',
      '(?:mir|uns)(?: \\p{L}+)* geschrieben',
    ),
    missed: anyOf(
      '(?:habe ich|ich habe|ich)(?: \\p{L}+)* (?:verpasst|versäumt)',
      '(?:verpasst|ungelesene?n?)(?: nachrichten)?',
      'neuen? nachrichten',
      '(?:fasse?|zusammenfassung)(?: \\p{L}+){0,3} (?:chats?|nachrichten)',
    ),
    vocabulary: wordSet(
      'nachricht nachrichten chat chats schrieb geschrieben schreiben mir uns gesagt finde suche erwähnt gesendet geschickt',
    ),
  },
  es: {
    asks: anyOf('mensajes?', 'chats?', 'me (?:escribió|mandó|envió|dijo)'),
    missed: anyOf(
      'me (?:perdí|he perdido)',
      '(?:sin leer|no leídos)',
      'mensajes nuevos',
      '(?:resume|resumen de)(?: \\p{L}+){0,3} (?:chats?|mensajes)',
    ),
    vocabulary: wordSet(
      'mensaje mensajes chat chats me escribió mandó envió dijo busca buscar encuentra mencionan menciona',
    ),
  },
  hi: {
    asks: anyOf('(?:संदेश|मैसेज|मेसेज|चैट)(?:ों)?'),
    missed: anyOf(
      'मुझसे क्या छूट(?: गया| गयी| गई)?',
      '(?:क्या|मेरा क्या) छूटा',
      'छूट गया',
      'मैंने क्या (?:छोड़ा|मिस किया)',
      '(?:अपठित|बिना पढ़े|नए) (?:संदेश|मैसेज|मेसेज)',
      '(?:संदेश|मैसेज|चैट)(?:ों)?(?: का| का)? सारांश',
    ),
    vocabulary: wordSet('संदेश संदेशों मैसेज मेसेज चैट चैटों भेजा भेजे लिखा खोजो ढूँढो मुझे'),
  },
}
