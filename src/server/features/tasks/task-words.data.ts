import type { Language } from '#shared/contract/common'
import type { TaskStatus } from '#shared/rules/task-status'
import { anyOf, type Pattern, wordSet } from '../../platform/words/patterns'

interface TaskWords {
  /** Asks for tasks. */
  asks: Pattern
  /** Asks for a reason, or for what will be late, which are other questions. */
  why: Pattern
  /** The asking person as the one who does a task. */
  mine: Pattern
  late: Pattern
  /** Nobody as the one who does a task. */
  unassigned: Pattern
  /** Asks how many tasks each person has, or who has the most or the fewest. */
  perPerson: Pattern
  fewest: Pattern
  /** Asks who has none. */
  without: Pattern
  /** Words for a status, the more specific ones first. */
  statuses: Partial<Record<TaskStatus, Pattern>>
  /** Words that say which tasks are asked for, and are not searched. */
  vocabulary: ReadonlySet<string>
}

/** How questions about tasks are asked. */
export const taskWords: Record<Language, TaskWords> = {
  en: {
    asks: anyOf(
      '(?:sub)?tasks?',
      "to-?dos?(?!n't)",
      '(?:what|which|who|anything|everything)(?:\\s+\\p{L}+)*\\s+(?:due|late|overdue|behind schedule)',
      "what's (?:due|late|overdue)",
      '(?:late|behind|overdue) with',
      'deadlines?',
      'assigned to',
      'who(?:\\s+\\p{L}+)*\\s+(?:most|least|too much) (?:work|to do)',
    ),
    why: anyOf('why', 'how come', 'will(?:\\s+\\p{L}+)*\\s+late'),
    mine: anyOf('my', 'mine', 'i', 'me', 'myself'),
    late: anyOf('late', 'overdue', 'behind schedule', 'past due', 'missed'),
    unassigned: anyOf(
      'unassigned',
      'unclaimed',
      'nobody(?:\\s+(?:is|does|has))?',
      'no-?one',
      'no one',
      "(?:not|isn't|aren't) (?:yet )?assigned",
      '(?:without|no) (?:an? )?(?:assignee|person|owner)s?',
    ),
    perPerson: anyOf(
      'who(?:\\s+\\p{L}+)*\\s+(?:most|fewest|least|too (?:many|much))',
      '(?:per|by|each|every|does each) (?:person|member|colleague)',
      '(?:every|each of us|everyone|everybody)(?:\\s+\\p{L}+)*\\s+(?:have|has|got)',
      'who has (?:how many|no|without)',
      'who is without',
    ),
    fewest: anyOf('fewest', 'least'),
    without: anyOf('who has no', 'who is without'),
    statuses: {
      blocked: anyOf('blocked', 'stuck'),
      in_review: anyOf('in review', 'to review', 'reviewed'),
      in_progress: anyOf('in progress', 'ongoing', 'started'),
      done: anyOf('done', 'finished', 'completed', 'closed'),
    },
    vocabulary: wordSet(
      'task tasks subtask subtasks todo todos do due late overdue behind schedule deadline deadlines assigned unassigned open pending blocked stuck review progress ongoing started done finished completed closed past missed left there need needs soon now labelled labeled label tagged tag space status urgent everything anything something with else nobody one noone unclaimed without assignee assignees person owner most fewest least per each every everyone everybody us many member colleague no doing too much work',
    ),
  },
  de: {
    asks: anyOf(
      '(?:teil)?aufgaben?',
      'to-?dos?',
      '(?:was|wer|etwas|alles)(?:\\s+\\p{L}+)*\\s+(?:fällig|überfällig|verspätet|zu spät|im verzug)',
      'fristen?',
      'zugewiesen',
      'wer(?:\\s+\\p{L}+)*\\s+(?:am meisten|am wenigsten|zu viel) (?:arbeit|zu tun)',
    ),
    why: anyOf('warum', 'wieso', 'weshalb', '(?:wird|werde)(?:\\s+\\p{L}+)*\\s+(?:zu spät|verspätet)'),
    mine: anyOf('mein(?:e|en|er|em|es)?', 'ich', 'mir', 'mich'),
    late: anyOf('überfällig\\p{L}*', 'verspätet\\p{L}*', 'zu spät', 'im verzug'),
    unassigned: anyOf(
      'niemand(?:em|en)?',
      'nicht zugewiesen\\p{L}*',
      'unzugewiesen\\p{L}*',
      'ohne (?:zuständige[nr]?|zuständigkeit|person|verantwortliche[nr]?)',
    ),
    perPerson: anyOf(
      'wer(?:\\s+\\p{L}+)*\\s+(?:meisten|wenigsten|keine|zu viele?)',
      '(?:pro|je|nach|jede) (?:person|mitarbeiter|mitglied)',
      '(?:hat|haben) (?:jede[rs]?|alle)',
      'wer hat wie ?viele',
      'wer ist ohne',
    ),
    fewest: anyOf('wenigsten'),
    without: anyOf('wer(?:\\s+\\p{L}+)*\\s+keine', 'wer ist ohne'),
    statuses: {
      blocked: anyOf('blockiert\\p{L}*'),
      in_review: anyOf('in (?:prüfung|review)', 'zu prüfen'),
      in_progress: anyOf('in arbeit', 'begonnen\\p{L}*', 'angefangen\\p{L}*'),
      done: anyOf('erledigt\\p{L}*', 'fertig\\p{L}*', 'abgeschlossen\\p{L}*'),
    },
    vocabulary: wordSet(
      'aufgabe aufgaben meiner meinem unserer teilaufgabe teilaufgaben todo todos fällig fälligen fällige überfällig überfällige überfälligen verspätet verspätete spät verzug frist fristen zugewiesen offen offene offenen blockiert blockierte blockierten prüfung review prüfen arbeit begonnen begonnene angefangen erledigt erledigte erledigten fertig abgeschlossen abgeschlossene stehen steht mach machen tun noch label markiert raum status dringend niemand niemandem niemanden unzugewiesen unzugewiesene ohne zuständige zuständigen person meisten wenigsten pro je jede jeder alle keine mitarbeiter mitglied am viel viele',
    ),
  },
  es: {
    asks: anyOf(
      '(?:sub)?tareas?(?! programadas?)',
      'pendientes?',
      '(?:qué|que|quién|algo|todo)(?:\\s+\\p{L}+)*\\s+(?:vence|vencido|atrasad[oa]s?|retraso|vencen)',
      'qué vence',
      'quién(?:\\s+\\p{L}+)*\\s+(?:más|menos|demasiado) (?:trabajo|que hacer)',
      'asignad[oa]s?',
    ),
    why: anyOf('por qué', 'por que'),
    mine: anyOf('mis?', 'yo', 'me', 'tengo', 'mí', 'debo'),
    late: anyOf('atrasad[oa]s?', 'retrasad[oa]s?', 'con retraso', 'vencid[oa]s?'),
    unassigned: anyOf('sin asignar', 'nadie', 'no (?:está|están) asignad[oa]s?', 'sin (?:persona|responsable)s?'),
    perPerson: anyOf(
      'quién(?:\\s+\\p{L}+)*\\s+(?:más|menos|demasiad[oa]s?)',
      'por persona',
      '(?:cada (?:uno|una|persona|cual))',
      'quién(?:es)? no (?:tiene|tienen)',
      'quién(?:es)? (?:está|están) sin',
    ),
    fewest: anyOf('menos'),
    without: anyOf('quién(?:es)? no (?:tiene|tienen)', 'quién(?:es)? (?:está|están) sin'),
    statuses: {
      blocked: anyOf('bloquead[oa]s?'),
      in_review: anyOf('en revisión', 'por revisar'),
      in_progress: anyOf('en curso', 'en progreso', 'empezad[oa]s?'),
      done: anyOf('hech[oa]s?', 'terminad[oa]s?', 'completad[oa]s?', 'cerrad[oa]s?', 'terminó', 'completó'),
    },
    vocabulary: wordSet(
      'tarea tareas subtarea subtareas pendiente pendientes vence vencen vencido vencida vencidas vencidos atrasado atrasada atrasadas atrasados retrasada retrasadas retraso asignado asignada asignadas abiertas abierta abierto bloqueada bloqueadas revisión revisar curso progreso empezada empezadas hecha hechas hecho terminada terminadas terminó completada completadas completó cerradas etiqueta espacio estado urgente urgentes hacer tengo va tiene tienen asignar nadie sin más menos persona cada uno una cual responsable trabajo demasiado demasiadas',
    ),
  },
  hi: {
    asks: anyOf(
      '(?:टास्क|कार्य)',
      '(?:मेरे|मेरा|हमारे|के|का|में|खुले|पूरे|रुके|अटके|बाकी|अधूरे)(?:\\s+[\\p{L}\\p{M}]+){0,2}\\s+काम',
      'काम किसी (?:को|के पास)',
      '(?:किसके|हर|सबसे)(?:\\s+[\\p{L}\\p{M}]+){0,4}\\s+काम',
      'काम(?:\\s+[\\p{L}\\p{M}]+){0,3}\\s+(?:देर|लेट|पूरे|बाकी|अटके|अटका)',
      'क्या(?:\\s+[\\p{L}\\p{M}]+){0,2}\\s+(?:देर से|लेट|देरी|देर हो रही है)',
      'समय-?सीमा',
    ),
    why: anyOf('क्यों', '(?:देर|लेट) (?:हो जाएगा|हो जाएगी|होगा|होगी)'),
    mine: anyOf('मेरे', 'मेरा', 'मेरी', 'मुझे', 'मैं', 'मैंने'),
    late: anyOf('देर से', 'देर हो रही है', 'देरी', 'लेट', 'समय-?सीमा (?:के बाद|पार)'),
    unassigned: anyOf('किसी को नहीं', 'किसी के पास नहीं', 'किसी को भी नहीं'),
    perPerson: anyOf('किसके पास(?:\\s+[\\p{L}\\p{M}]+)*\\s+(?:सबसे|नहीं)', 'हर (?:व्यक्ति|एक)', 'किसके पास कितने'),
    fewest: anyOf('सबसे कम'),
    without: anyOf('किसके पास(?:\\s+[\\p{L}\\p{M}]+)*\\s+नहीं'),
    statuses: {
      blocked: anyOf('अटके', 'अटका', 'रुके हुए', 'ब्लॉक'),
      in_review: anyOf('समीक्षा में', 'जाँच में'),
      in_progress: anyOf('(?<!देर से )चल रहे', 'जारी'),
      done: anyOf('पूरे हुए', 'पूरे हो गए', 'पूरा किया', 'पूरे किए', 'ख़त्म', 'हो चुके'),
    },
    vocabulary: wordSet(
      'काम टास्क कार्य देर देरी लेट खुले बाकी अधूरे अटके अटका रुके हुए ब्लॉक समीक्षा जाँच चल रहे जारी पूरे पूरा हुए किए किया हो चुके ख़त्म समय सीमा मेरे मेरा मेरी मुझे करने करना तक हमारे सारे सब कुल किसी किसके पास नहीं सबसे ज़्यादा ज्यादा अधिक कम हर व्यक्ति कितने दिए गए कोई',
    ),
  },
}
