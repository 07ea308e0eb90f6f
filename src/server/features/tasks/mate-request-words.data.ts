import type { Language } from '#shared/contract/common'
import type { TaskPriority } from '#shared/contract/tasks/task'
import type { TaskStatus } from '#shared/rules/task-status'
import { anyOf, type Pattern } from '../../platform/words/patterns'

interface RequestWords {
  /** The beginning of a request for a new task, or with the task as its first group, the whole. */
  newTask: RegExp
  reminder: RegExp
  /** Who does a new task, before what it is; `%` stands for the name. */
  forPerson: string
  /** The space of a new task; `%` stands for its name. */
  inSpace: string
  /** How urgent a new task is, in the words before it. */
  priority: Pattern
  /** Words before what a task is, once times and names are taken out. */
  lead: RegExp
  /** The end of what a task is, that belongs to the sentence. */
  tail: RegExp
  /** Requests with what they are about as their first group that is set. */
  assign: RegExp
  move: RegExp
  /** A request with the task, then who does it instead of somebody else. */
  handOver: RegExp
  /** A request to move a task by some time: the task, how many, and of what, in named groups. */
  shift: RegExp
  archive: RegExp
  statuses: Partial<Record<TaskStatus, RegExp>>
  /** Requests with the task and how urgent it is as their first two groups that are set. */
  urge: RegExp
  /** How urgent something is, in words; the most urgent first. */
  priorities: Partial<Record<TaskPriority, Pattern>>
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
      /^(?:(?:please|can you|could you|mate),? )*(?:(?:create|add|make|new|set up|open)(?: me| us)?(?: an?| the| one| another)?(?: new)?(?: (?:urgent|important|high[- ]priority|low[- ]priority))? (?:task|to-?do)(?=[\s:,])|(?:task|to-?do)(?=:)|i (?:need to|have to|must|should) (.+?)[,.;:]? (?:so )?(?:please )?(?:make|create|add)(?: me)?(?: it| that)?(?: an?)?(?: new)? (?:task|to-?do)(?: (?:of|for|from) (?:it|that))?$)/iu,
    reminder:
      /^(?:(?:please|can you|could you|mate),? )*(?:remind me|(?:set|create|add|make)(?: me)?(?: an?| another) reminder)(?=[\s,:])/iu,
    forPerson: '(?:for|to) %',
    inSpace: '(?:in|at) %',
    priority: anyOf('urgent', 'important', 'high[- ]priority', 'low[- ]priority'),
    lead: /^(?:(?:to|that|about|of|for|called|named|titled|saying)\s+)+/iu,
    tail: /(?!)/,
    assign:
      /^(?:(?:please|can you|could you|mate),? )*(?:re)?(?:assign|give|hand(?: over)?|delegate|pass|transfer) (.+)$/iu,
    move: /^(?:(?:please|can you|could you|mate),? )*(?:move|postpone|reschedule|push(?: back)?|shift|delay|(?:set|change) the (?:deadline|due date) (?:of|for)) (.+)$/iu,
    handOver:
      /^(?:(?:please|can you|could you|mate),? )*take (.+?) (?:off|away from|from) .+? and (?:give|assign|hand|pass) (?:it|that|them) to (.+)$/iu,
    shift:
      /^(?:(?:please|can you|could you|mate),? )*(?:move|postpone|push|shift|delay) (?<task>.+?)(?: back)? (?:by|for) (?<count>an?|one|\d{1,3}) (?:days?|(?<weeks>weeks?))$/iu,
    archive: /^(?:(?:please|can you|could you|mate),? )*archive (.+)$/iu,
    statuses: {
      done: /^(?:(?:please|can you|could you|mate),? )*(?:(?:mark|set) (.+?) (?:as|to) (?:done|finished|completed?)|(?:complete|finish|close|check off|tick off) (.+)|the (.+?) is (?:done|finished|completed?))$/iu,
      in_progress:
        /^(?:(?:please|can you|could you|mate),? )*(?:(?:mark|set|put|move) (.+?) (?:as |to |into |in )+progress|reopen (.+)|(?:begin|start)(?: work(?:ing)?)?(?: on)? (.+))$/iu,
      in_review:
        /^(?:(?:please|can you|could you|mate),? )*(?:mark|set|put|move|send) (.+?) (?:as |to |into |in |for )+review$/iu,
      blocked: /^(?:(?:please|can you|could you|mate),? )*(?:(?:mark|set) (.+?) (?:as|to) blocked|block (.+))$/iu,
    },
    urge: /^(?:(?:please|can you|could you|mate),? )*(?:(?:set|change) the priority of (.+?) to (urgent|high|normal|low)|(?:make|mark|set) (.+?)(?: as| to)? (urgent|high|normal|low)(?:[- ]priority)?)$/iu,
    priorities: {
      ...{ urgent: anyOf('urgent', 'important'), high: anyOf('high', 'high[- ]priority'), normal: anyOf('normal') },
      low: anyOf('low', 'low[- ]priority'),
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
      /^(?:(?:bitte|kannst du|mate),? )*(?:(?:erstelle?|lege?|mache?|füge?|neue)(?: mir| uns)?(?: bitte)?(?: eine| die)?(?: neue)?(?: (?:dringende|wichtige))? ?aufgabe(?: an| hinzu)?(?=[\s:,])|aufgabe(?=:)|ich (?:muss|soll|sollte) (.+?)[,.;:]? (?:bitte )?(?:mache?|erstelle?|lege?)(?: mir)?(?: daraus)?(?: bitte)? eine aufgabe(?: daraus| an)?$)/iu,
    reminder: /^(?:(?:bitte|kannst du|mate),? )*erinnere? mich(?=[\s,:])/iu,
    forPerson: 'für %(?: an)?',
    inSpace: '(?:in|im|bei) %',
    priority: anyOf('dringende', 'wichtige'),
    lead: /^(?:(?:bitte|daran|an|dass|,|namens)[\s,]+)+/iu,
    tail: /\s+(?:an|hinzu)$/iu,
    assign: /^(?:(?:bitte|kannst du|mate),? )*(?:gib|gebe|übergib|übertrage?|weise?|delegiere?) (.+?)(?: zu)?$/iu,
    move: /^(?:(?:bitte|kannst du|mate),? )*(?:verschiebe?|verlege?|vertage?|setze? die frist (?:von|für)) (.+)$/iu,
    handOver:
      /^(?:(?:bitte|kannst du|mate),? )*nimm \S+ (.+?) (?:weg|ab) und (?:gib|übergib) (?:es|sie|ihn) (?:an )?(.+)$/iu,
    shift:
      /^(?:(?:bitte|kannst du|mate),? )*(?:verschiebe?|verlege?|vertage?) (?<task>.+?) um (?<count>einen|eine|\d{1,3}) (?:tage?n?|(?<weeks>wochen?))$/iu,
    archive: /^(?:(?:bitte|kannst du|mate),? )*archiviere? (.+)$/iu,
    statuses: {
      done: /^(?:(?:bitte|kannst du|mate),? )*(?:(?:markiere?|setze?) (.+?) (?:als|auf) (?:erledigt|fertig)|erledige? (.+)|hake? (.+) ab|schließe? (.+) ab|(?:die|der|das) (.+?) ist (?:erledigt|fertig))$/iu,
      in_progress:
        /^(?:(?:bitte|kannst du|mate),? )*(?:(?:setze?|nimm) (.+?) (?:auf |in )+arbeit|öffne? (.+) wieder|(?:beginne?|starte?|fange?)(?: mit)? (.+?)(?: an)?)$/iu,
      in_review: /^(?:(?:bitte|kannst du|mate),? )*(?:setze?|gib) (.+?) (?:auf |in |zur )+(?:prüfung|review)$/iu,
      blocked: /^(?:(?:bitte|kannst du|mate),? )*(?:markiere?|setze?) (.+?) (?:als|auf) blockiert$/iu,
    },
    urge: /^(?:(?:bitte|kannst du|mate),? )*(?:mache?|markiere?|setze?) (.+?)(?: als| auf)? (dringend|wichtig|hoch|normal|niedrig)$/iu,
    priorities: {
      ...{ urgent: anyOf('dringende?', 'wichtige?'), high: anyOf('hoch'), normal: anyOf('normal') },
      low: anyOf('niedrig'),
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
      /^(?:(?:por favor|puedes|mate),? )*(?:(?:crea|crear|añade|añadir|agrega|agregar|haz|nueva|apunta)(?:me)?(?: una| la| otra)?(?: nueva)? ?tarea(?! programada)(?: (?:urgente|importante))?(?=[\s:,])|tarea(?=:)|(?:tengo que|debo|necesito) (.+?)[,.;:]? (?:por favor )?(?:crea|haz|añade)(?:me)? una tarea$)/iu,
    reminder: /^(?:(?:por favor|puedes|mate),? )*(?:recuérdame|recuerdame|avísame|recordarme)(?=[\s,:])/iu,
    forPerson: 'para %',
    inSpace: 'en %',
    priority: anyOf('urgente', 'importante'),
    lead: /^(?:(?:que|de|para|llamada|sobre)\s+)+/iu,
    tail: /(?!)/,
    assign: /^(?:(?:por favor|puedes|mate),? )*(?:asigna|asignar|dale|da|encarga|delega|pasa) (.+)$/iu,
    move: /^(?:(?:por favor|puedes|mate),? )*(?:mueve|mover|pospón|pospon|posponer|aplaza|aplazar|retrasa|cambia el vencimiento de) (.+)$/iu,
    handOver:
      /^(?:(?:por favor|puedes|mate),? )*quíta(?:le|sela|selo)? (.+?) a \S+ y (?:dásel[oa]|asígnasel[oa]|pásasel[oa]) a (.+)$/iu,
    shift:
      /^(?:(?:por favor|puedes|mate),? )*(?:mueve|pospón|pospon|aplaza|retrasa) (?<task>.+?) (?<count>una?|\d{1,3}) (?:días?|(?<weeks>semanas?))$/iu,
    archive: /^(?:(?:por favor|puedes|mate),? )*archiva(?:r)? (.+)$/iu,
    statuses: {
      done: /^(?:(?:por favor|puedes|mate),? )*(?:(?:marca|marcar) (.+?) como (?:hech|terminad|completad)[oa]|(?:completa|termina|cierra) (.+)|(?:la|el) (.+?) está (?:hech|terminad|list)[oa])$/iu,
      in_progress:
        /^(?:(?:por favor|puedes|mate),? )*(?:(?:pon|marca) (.+?) (?:en|como en) (?:curso|progreso)|reabre (.+)|(?:empieza|comienza)(?: con)? (.+))$/iu,
      in_review: /^(?:(?:por favor|puedes|mate),? )*(?:pon|marca|pasa) (.+?) (?:en|a|como en) revisión$/iu,
      blocked: /^(?:(?:por favor|puedes|mate),? )*(?:marca (.+?) como bloquead[oa]|bloquea (.+))$/iu,
    },
    urge: /^(?:(?:por favor|puedes|mate),? )*(?:marca|pon|haz) (.+?)(?: como| en| con prioridad)? (urgente|importante|alta|normal|baja)$/iu,
    priorities: {
      ...{ urgent: anyOf('urgente', 'importante'), high: anyOf('alta'), normal: anyOf('normal'), low: anyOf('baja') },
    },
    me: anyOf('a mí', 'me', 'mí'),
    task: anyOf('tareas?'),
    ignored: anyOf('el', 'la', 'los', 'las', 'mi', 'mis', 'tarea', 'a', 'al', 'para', 'de', 'por favor', 'hasta'),
  },
  hi: {
    newTask:
      /^(?:कृपया )?(?:एक )?(?:(?:नया|नई) )?(?:ज़रूरी )?(?:(?:टास्क|कार्य)(?: (?:बनाओ|बनाएँ|बनाएं|बनाइए|बना दो|जोड़ो|जोड़ें|जोड़ दो))?|काम)(?=\s*[:,])|^मुझे (.+?)(?: है)?[,।]? (?:एक |इसका )?(?:टास्क|काम) (?:बना दो|बनाओ|बनाएँ)$/iu,
    reminder:
      /^(?:कृपया )?(?:मुझे )?(.+?)(?: की| के लिए| का| कि)? याद (?:दिलाओ|दिलाना|दिलाएँ|दिलाएं|दिलाइए|दिला दो|दिला देना)$/iu,
    forPerson: '% के लिए',
    inSpace: '% में',
    priority: anyOf('ज़रूरी'),
    lead: /^(?:(?:कि|मुझे)\s+)+/iu,
    tail: /\s+(?:की|का|के)$/u,
    assign: /^(?:कृपया )?(.+?) (?:सौंपो|सौंपें|सौंप दो|सौंप दें|असाइन (?:करो|करें|कर दो)|दे दो|दे दें)$/iu,
    move: /^(?:कृपया )?(.+?) (?:पर |तक )?(?:ले जाओ|ले जाएँ|ले जाएं|खिसकाओ|खिसका दो|टालो|टाल दो|टाल दें|बढ़ाओ|बढ़ा दो)$/iu,
    handOver: /^(?:कृपया )?(.+?) \S+ से (?:लेकर|ले कर|हटाकर) (.+?) को (?:दे दो|दे दें|दो|दें|सौंपो|सौंप दो)$/iu,
    shift:
      /^(?:कृपया )?(?<task>.+?) (?:को )?(?<count>एक|\d{1,3}) (?:दिन|(?<weeks>हफ़्ते|हफ्ते|सप्ताह)) (?:आगे |के लिए )?(?:बढ़ाओ|बढ़ा दो|खिसकाओ|खिसका दो|टालो|टाल दो)$/iu,
    archive: /^(?:कृपया )?(.+?) (?:को )?(?:आर्काइव|संग्रहित) (?:करो|करें|कर दो)$/iu,
    statuses: {
      done: /^(?:कृपया )?(.+?) (?:को )?(?:पूरा|ख़त्म|समाप्त)(?: हुआ)? (?:करो|करें|कर दो|कर दें|मानो|चिह्नित करें)$/iu,
      in_progress: /^(?:कृपया )?(.+?) (?:को )?(?:जारी|फिर से खोल) (?:करो|करें|दो|दें|कर दो)$/iu,
      blocked: /^(?:कृपया )?(.+?) (?:को )?(?:ब्लॉक|अटका हुआ) (?:करो|करें|कर दो|मानो)$/iu,
    },
    urge: /^(?:कृपया )?(.+?) (?:को )?(ज़रूरी|सामान्य) (?:बनाओ|बनाएँ|करो|करें|कर दो)$/iu,
    priorities: { urgent: anyOf('ज़रूरी'), normal: anyOf('सामान्य') },
    me: anyOf('मुझे', 'मुझको'),
    task: anyOf('काम', 'टास्क', 'कार्य'),
    ignored: anyOf('को', 'का', 'की', 'के', 'मेरा', 'मेरे', 'काम', 'टास्क', 'कार्य', 'पर', 'तक', 'वाला', 'से'),
  },
}
