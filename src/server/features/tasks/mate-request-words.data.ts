import type { Language } from '#shared/contract/common'
import type { TaskStatus } from '#shared/rules/task-status'
import { anyOf, type Pattern } from '../../platform/words/patterns'

interface RequestWords {
  /** The beginning of a request for a new task, or with the task as its first group, the whole. */
  newTask: RegExp
  reminder: RegExp
  /** Who does a new task, before what it is; `%` stands for the name. */
  forPerson: string
  /** Words before what a task is, once times and names are taken out. */
  lead: RegExp
  /** The end of what a task is, that belongs to the sentence. */
  tail: RegExp
  /** Requests with what they are about as their first group that is set. */
  assign: RegExp
  move: RegExp
  statuses: Partial<Record<TaskStatus, RegExp>>
  /** The asking person. */
  me: Pattern
  /** A word for a task. */
  task: Pattern
  /** Words of the sentence that name no task. */
  ignored: Pattern
}

/** How people ask for new tasks, reminders and changes. Matched without regard to capitals. */
export const requestWords: Record<Language, RequestWords> = {
  en: {
    newTask:
      /^(?:(?:please|can you|could you|mate),? )*(?:(?:create|add|make|new|set up|open)(?: me| us)?(?: an?| the| one| another)?(?: new)? (?:task|to-?do)(?=[\s:,])|(?:task|to-?do)(?=:))/iu,
    reminder: /^(?:(?:please|can you|could you|mate),? )*remind me(?=[\s,:])/iu,
    forPerson: '(?:for|to) %',
    lead: /^(?:(?:to|that|about|of|called|named|titled|saying)\s+)+/iu,
    tail: /(?!)/,
    assign: /^(?:(?:please|can you|could you|mate),? )*(?:assign|give|hand(?: over)?|delegate|pass) (.+)$/iu,
    move: /^(?:(?:please|can you|could you|mate),? )*(?:move|postpone|reschedule|push(?: back)?|shift|delay|(?:set|change) the (?:deadline|due date) (?:of|for)) (.+)$/iu,
    statuses: {
      done: /^(?:(?:please|can you|could you|mate),? )*(?:(?:mark|set) (.+?) (?:as|to) (?:done|finished|completed?)|(?:complete|finish|close|check off|tick off) (.+))$/iu,
      in_progress:
        /^(?:(?:please|can you|could you|mate),? )*(?:(?:mark|set|put|move) (.+?) (?:as |to |into |in )+progress|reopen (.+)|begin (.+))$/iu,
      in_review:
        /^(?:(?:please|can you|could you|mate),? )*(?:mark|set|put|move|send) (.+?) (?:as |to |into |in |for )+review$/iu,
      blocked: /^(?:(?:please|can you|could you|mate),? )*(?:(?:mark|set) (.+?) (?:as|to) blocked|block (.+))$/iu,
    },
    me: anyOf('me', 'myself'),
    task: anyOf('tasks?', 'to-?dos?'),
    ignored: anyOf(
      'the',
      'my',
      'our',
      'this',
      'that',
      'task',
      'to',
      'over',
      'of',
      'please',
      'until',
      'till',
      'for',
      'by',
      'on',
      'at',
      'back',
      'a',
      'an',
    ),
  },
  de: {
    newTask:
      /^(?:(?:bitte|kannst du|mate),? )*(?:(?:erstelle?|lege?|mache?|füge?|neue)(?: mir| uns)?(?: bitte)?(?: eine| die)?(?: neue)? ?aufgabe(?: an| hinzu)?(?=[\s:,])|aufgabe(?=:))/iu,
    reminder: /^(?:(?:bitte|kannst du|mate),? )*erinnere? mich(?=[\s,:])/iu,
    forPerson: 'für %(?: an)?',
    lead: /^(?:(?:bitte|daran|an|dass|,|namens)[\s,]+)+/iu,
    tail: /\s+(?:an|hinzu)$/iu,
    assign: /^(?:(?:bitte|kannst du|mate),? )*(?:gib|gebe|übergib|übertrage?|weise?|delegiere?) (.+?)(?: zu)?$/iu,
    move: /^(?:(?:bitte|kannst du|mate),? )*(?:verschiebe?|verlege?|vertage?|setze? die frist (?:von|für)) (.+)$/iu,
    statuses: {
      done: /^(?:(?:bitte|kannst du|mate),? )*(?:(?:markiere?|setze?) (.+?) (?:als|auf) (?:erledigt|fertig)|erledige? (.+)|hake? (.+) ab|schließe? (.+) ab)$/iu,
      in_progress:
        /^(?:(?:bitte|kannst du|mate),? )*(?:(?:setze?|nimm) (.+?) (?:auf |in )+arbeit|öffne? (.+) wieder)$/iu,
      in_review: /^(?:(?:bitte|kannst du|mate),? )*(?:setze?|gib) (.+?) (?:auf |in |zur )+(?:prüfung|review)$/iu,
      blocked: /^(?:(?:bitte|kannst du|mate),? )*(?:markiere?|setze?) (.+?) (?:als|auf) blockiert$/iu,
    },
    me: anyOf('mir', 'mich'),
    task: anyOf('aufgaben?'),
    ignored: anyOf(
      'den',
      'die',
      'das',
      'der',
      'dem',
      'meine?n?',
      'unsere?n?',
      'aufgabe',
      'an',
      'auf',
      'von',
      'bitte',
      'bis',
      'für',
      'zum',
      'zu',
      'um',
      'am',
    ),
  },
  es: {
    newTask:
      /^(?:(?:por favor|puedes|mate),? )*(?:(?:crea|crear|añade|añadir|agrega|agregar|haz|nueva|apunta)(?:me)?(?: una| la| otra)?(?: nueva)? ?tarea(?! programada)(?=[\s:,])|tarea(?=:))/iu,
    reminder: /^(?:(?:por favor|puedes|mate),? )*(?:recuérdame|recuerdame|avísame|recordarme)(?=[\s,:])/iu,
    forPerson: 'para %',
    lead: /^(?:(?:que|de|para|llamada|sobre)\s+)+/iu,
    tail: /(?!)/,
    assign: /^(?:(?:por favor|puedes|mate),? )*(?:asigna|asignar|dale|da|encarga|delega|pasa) (.+)$/iu,
    move: /^(?:(?:por favor|puedes|mate),? )*(?:mueve|mover|pospón|pospon|posponer|aplaza|aplazar|retrasa|cambia el vencimiento de) (.+)$/iu,
    statuses: {
      done: /^(?:(?:por favor|puedes|mate),? )*(?:(?:marca|marcar) (.+?) como (?:hech|terminad|completad)[oa]|(?:completa|termina|cierra) (.+))$/iu,
      in_progress:
        /^(?:(?:por favor|puedes|mate),? )*(?:(?:pon|marca) (.+?) (?:en|como en) (?:curso|progreso)|reabre (.+))$/iu,
      in_review: /^(?:(?:por favor|puedes|mate),? )*(?:pon|marca|pasa) (.+?) (?:en|a|como en) revisión$/iu,
      blocked: /^(?:(?:por favor|puedes|mate),? )*(?:marca (.+?) como bloquead[oa]|bloquea (.+))$/iu,
    },
    me: anyOf('a mí', 'me', 'mí'),
    task: anyOf('tareas?'),
    ignored: anyOf('el', 'la', 'los', 'las', 'mi', 'mis', 'tarea', 'a', 'al', 'para', 'de', 'por favor', 'hasta'),
  },
  hi: {
    newTask:
      /^(?:कृपया )?(?:एक )?(?:(?:नया|नई) )?(?:(?:टास्क|कार्य)(?: (?:बनाओ|बनाएँ|बनाएं|बनाइए|बना दो|जोड़ो|जोड़ें|जोड़ दो))?|काम)(?=\s*[:,])/iu,
    reminder:
      /^(?:कृपया )?(?:मुझे )?(.+?)(?: की| के लिए| का| कि)? याद (?:दिलाओ|दिलाना|दिलाएँ|दिलाएं|दिलाइए|दिला दो|दिला देना)$/iu,
    forPerson: '% के लिए',
    lead: /^(?:(?:कि|मुझे)\s+)+/iu,
    tail: /\s+(?:की|का|के)$/u,
    assign: /^(?:कृपया )?(.+?) (?:सौंपो|सौंपें|सौंप दो|सौंप दें|असाइन (?:करो|करें|कर दो)|दे दो|दे दें)$/iu,
    move: /^(?:कृपया )?(.+?) (?:पर |तक )?(?:ले जाओ|ले जाएँ|ले जाएं|खिसकाओ|खिसका दो|टालो|टाल दो|टाल दें|बढ़ाओ|बढ़ा दो)$/iu,
    statuses: {
      done: /^(?:कृपया )?(.+?) (?:को )?(?:पूरा|ख़त्म|समाप्त)(?: हुआ)? (?:करो|करें|कर दो|कर दें|मानो|चिह्नित करें)$/iu,
      in_progress: /^(?:कृपया )?(.+?) (?:को )?(?:जारी|फिर से खोल) (?:करो|करें|दो|दें|कर दो)$/iu,
      blocked: /^(?:कृपया )?(.+?) (?:को )?(?:ब्लॉक|अटका हुआ) (?:करो|करें|कर दो|मानो)$/iu,
    },
    me: anyOf('मुझे', 'मुझको'),
    task: anyOf('काम', 'टास्क', 'कार्य'),
    ignored: anyOf('को', 'का', 'की', 'के', 'मेरा', 'मेरे', 'काम', 'टास्क', 'कार्य', 'पर', 'तक', 'वाला', 'से'),
  },
}
