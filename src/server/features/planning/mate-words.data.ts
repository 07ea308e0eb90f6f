import type { Language } from '#shared/contract/common'
import { anyOf, type Pattern, wordSet } from '../../platform/words/patterns'

/** Hours of a day, as minutes after midnight. */
type Part = readonly [pattern: Pattern, from: number, to: number]

interface PlanningWords {
  /** Asks what somebody does when. */
  schedule: Pattern
  /** Asks who has time. */
  free: Pattern
  /** Asks why something ends late, or whether it will. */
  late: Pattern
  /** Words of such a question that name no task. */
  vocabulary: ReadonlySet<string>
  parts: readonly Part[]
  now: Pattern
}

const hour = 60

/** How questions about schedules are asked. */
export const planningWords: Record<Language, PlanningWords> = {
  en: {
    schedule: anyOf(
      '(?:my|our|whose)\\s+(?:day|schedule|calendar|agenda)',
      "(?<=')s\\s+(?:day|schedule|calendar|agenda|plan)",
      '(?:schedule|calendar|agenda|day)\\s+(?:of|for)',
      "what(?: is| am| are|'s)\\s+(?:(?:i|we)\\s+)?(?:doing|working on)",
      'what (?:do|should|must|can) (?:i|we) (?:have to |need to )?(?:do|finish|get done|work on)',
      "what(?: is|'s) (?:up|on|next)(?: for (?:me|us|today))?(?=[^\\p{L}]*$)",
      'on (?:my|our) plate',
      'what (?:do|does|have)(?: i| we)?\\s+(?:have|got)(?: to do| on| planned| scheduled|(?=[^\\p{L}]*$))',
    ),
    free: anyOf(
      '(?:free|available|busy)(?! (?:space|room|plan))',
      '(?:has|have|had)\\s+(?:\\S+\\s+){0,3}time',
      "who(?: has|'s got) nothing",
      'who (?:can|could|would) help(?: me| us)?(?! with)',
    ),
    late: anyOf(
      '(?:why|how come)(?:\\s+\\p{L}+)*\\s+(?:late|delayed|overdue|behind)',
      '(?:will|am|are|is)(?:\\s+\\p{L}+)*\\s+(?:be late|run late|too much|overbooked|in time|on time)',
    ),
    vocabulary: wordSet(
      'why come late delayed overdue behind time task tasks run much too going finish finished ready',
    ),
    parts: [
      [anyOf('morning'), 6 * hour, 12 * hour],
      [anyOf('afternoon'), 12 * hour, 18 * hour],
      [anyOf('noon', 'midday', 'lunch(?:time)?'), 12 * hour, 13 * hour],
      [anyOf('evening', 'tonight'), 18 * hour, 23 * hour],
    ],
    now: anyOf('now', 'at the moment', 'currently'),
  },
  de: {
    schedule: anyOf(
      '(?:mein|unser|wessen)\\s+(?:tag|kalender|tagesplan|plan)',
      '(?:tag|kalender|tagesplan|plan)\\s+(?:von|für)',
      'was (?:mache|macht|machen|tue|tut)(?: ich| wir)?',
      'was (?:muss|soll|sollen|müssen|habe|haben|kann|hat)(?: ich| wir)?(?: \\p{L}+)* (?:tun|machen|erledigen|vor)',
      'was (?:steht|liegt)(?: \\p{L}+)* an',
      'woran arbeitet?e?',
    ),
    free: anyOf(
      'frei(?:e|er|en)?',
      'verfügbar',
      'beschäftigt',
      '(?:hat|habe|haben|hätte)(?:\\s+\\S+){0,4}\\s+zeit',
      'wer (?:kann|könnte) (?:mir|uns)(?:\\s+\\S+){0,3}\\s+helfen',
    ),
    late: anyOf(
      '(?:warum|wieso|weshalb)(?:\\s+\\p{L}+)*\\s+(?:spät|verspätet|überfällig|verzug)',
      '(?:wird|werde|bin|ist|sind)(?:\\s+\\p{L}+)*\\s+(?:zu spät|rechtzeitig|überlastet)',
    ),
    vocabulary: wordSet('warum wieso weshalb spät verspätet überfällig verzug wird fertig aufgabe rechtzeitig'),
    parts: [
      [anyOf('vormittags?', 'morgens', 'früh', 'am morgen', 'heute morgen'), 6 * hour, 12 * hour],
      [anyOf('nachmittags?'), 12 * hour, 18 * hour],
      [anyOf('mittags?'), 12 * hour, 13 * hour],
      [anyOf('abends?'), 18 * hour, 23 * hour],
    ],
    now: anyOf('jetzt', 'gerade', 'im moment'),
  },
  es: {
    schedule: anyOf(
      '(?:mi|nuestro|nuestra)\\s+(?:día|horario|agenda|calendario)',
      '(?:día|horario|agenda|calendario)\\s+de',
      'qué (?:hago|hace|hacemos|está haciendo|estoy haciendo)',
      'qué (?:tengo|tenemos|tiene|debo|debemos)(?: que)?(?: hacer| planeado| planificado|(?=[^\\p{L}]*$))',
      'en qué (?:trabaja|está trabajando)',
    ),
    free: anyOf(
      'libres?',
      'disponibles?',
      'ocupad[oa]s?',
      '(?:tiene|tienen|tengo)(?:\\s+\\S+){0,4}\\s+tiempo',
      'quién (?:puede|podría) ayudar(?:me|nos)',
    ),
    late: anyOf(
      'por ?qué(?:\\s+\\p{L}+)*\\s+(?:atrasad[oa]|retrasad[oa]|retraso|tarde)',
      '(?:voy|va|estará|llegaré)(?:\\s+\\p{L}+)*\\s+(?:con retraso|a tiempo|tarde)',
    ),
    vocabulary: wordSet(
      'voy por qué porqué atrasada atrasado retrasada retrasado retraso tarde va tarea tiempo estará',
    ),
    parts: [
      [anyOf('por la mañana', 'esta mañana', 'de la mañana', 'la mañana'), 6 * hour, 12 * hour],
      [anyOf('tarde'), 12 * hour, 20 * hour],
      [anyOf('mediodía'), 12 * hour, 13 * hour],
      [anyOf('noche'), 20 * hour, 24 * hour],
    ],
    now: anyOf('ahora(?: mismo)?', 'en este momento'),
  },
  hi: {
    schedule: anyOf(
      '(?:मेरा|हमारा|का)\\s+(?:दिन|शेड्यूल|कार्यक्रम|कैलेंडर)',
      'क्या कर (?:रहा|रही|रहे)',
      'क्या करना(?: है| होगा)?',
      '(?:दिन|शेड्यूल|कार्यक्रम) (?:कैसा|क्या)',
    ),
    free: anyOf(
      'खाली',
      'फ़्री',
      'फ्री',
      'उपलब्ध',
      '(?<!सबसे )व्यस्त',
      'के पास(?:\\s+[\\p{L}\\p{M}]+)? समय',
      '(?:मेरी|हमारी) मदद कौन',
    ),
    late: anyOf(
      '(?:देर|देरी|लेट)(?:\\s+[\\p{L}\\p{M}]+){0,4}\\s+क्यों',
      'क्यों(?:\\s+[\\p{L}\\p{M}]+){0,4}\\s+(?:देर|देरी|लेट)',
      '(?:देर|लेट) (?:हो जाएगा|हो जाएगी|होगा|होगी)',
    ),
    vocabulary: wordSet('क्यों देर देरी लेट रहा रही रहे हो जाएगा होगा काम में चल'),
    parts: [
      [anyOf('सुबह', 'सवेरे'), 6 * hour, 12 * hour],
      [anyOf('दोपहर'), 12 * hour, 16 * hour],
      [anyOf('शाम'), 16 * hour, 20 * hour],
      [anyOf('रात'), 20 * hour, 24 * hour],
    ],
    now: anyOf('अभी', 'इस समय'),
  },
}
