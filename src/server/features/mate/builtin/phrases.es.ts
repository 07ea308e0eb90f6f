import { plainWords, questionLink } from '../../../platform/markdown'
import { anyOf, counting, nothingBut } from '../../../platform/words/patterns'
import { stopWords } from '../../../platform/words/stop-words.data'
import type { Phrases } from './phrases'

const locale = 'es-ES'
const { figure, some } = counting(locale)

export const spanish: Phrases = {
  locale,
  asks: {
    help: anyOf('qué puedes hacer', 'que puedes hacer', 'ayuda', 'qué sabes', 'cómo funcionas'),
    greeting: nothingBut('hola', 'buenos días', 'buenas tardes', 'buenas noches'),
    thanks: nothingBut('gracias', 'muchas gracias', 'mil gracias'),
    planned: anyOf(
      'qué (?:tengo|tenemos|hay) que hacer',
      'qué (?:debo|debemos|puedo) hacer',
      'qué (?:hay|está) (?:planeado|planificado|previsto|pendiente)',
      '(?:mis|nuestras|qué) (?:tareas|planes|citas)(?: pendientes)?',
    ),
    open: anyOf('(?<=^)(?:por favor,? )?(?:abre|abrir|ve a|llévame a)'),
    news: anyOf('qu[ée] hay de nuevo', 'novedades', 'qué está pasando', 'qué pasa', 'algo nuevo'),
    logbooks: anyOf('(?:qué|que|cuáles|lista|muestra|mis|todas?|todos?)(?: \\p{L}+)* (?:bitácoras?|documentos?|notas)'),
    summary: anyOf('resumen', 'resume', 'resumir', 'qué pasó', 'que pasó', 'qué ha pasado', 'en breve'),
    compare: anyOf('compara(?:r|ción)?', 'más', 'menos', 'diferencia', 'frente a', 'o'),
    count: anyOf('cuántos?', 'cuántas?', 'cuantos?', 'cuantas?', 'número de'),
    whoWrote: anyOf('quién (?:escribió|anotó|registró|mencionó|informó)', 'quien (?:escribió|anotó|registró|mencionó)'),
    where: anyOf(
      'en qué (?:bitácoras?|documentos?)',
      'qué bitácoras? (?:menciona|tiene|habla)n?(?: \\p{L}+)?',
      'dónde (?:se )?(?:menciona|mencionó|está escrito|anotó|anotamos|escribió|escribimos|habla)',
    ),
    isDone: anyOf(
      '(?<=^[¿ ]*)(?:está|están|estuvo|fue|fueron|se ha|se han|han|ha|ya)(?: [^ ]+)* (?:hech[oa]s?|terminad[oa]s?|arreglad[oa]s?|reparad[oa]s?|cerrad[oa]s?|list[oa]s?|resuelt[oa]s?|cambiad[oa]s?|cambió|reemplazad[oa]s?|pedid[oa]s?|pagad[oa]s?|entregad[oa]s?|limpiad[oa]s?|limpió|enviad[oa]s?|revisad[oa]s?)',
      '(?<=^[¿ ]*)sigue(?: [^ ]+)+',
    ),
    when: anyOf('cuándo', 'a qué hora', 'qué día'),
    last: anyOf(
      '(?:la|el|las|los) (?:última|último|más reciente)',
      '(?:última|último) (?:entrada|registro|vez)',
      'por última vez',
      'entrada más reciente',
      'últimas \\d{1,2} entradas',
    ),
    first: anyOf(
      '(?:la|el) (?:primera|primero|primer|más antigu[ao])',
      'por primera vez',
      'primera entrada',
      'más antigu[ao]s?',
    ),
    people: anyOf(
      'quién(?:es)? (?:está|están|trabaja|trabajan|hay)(?: \\p{L}+)*',
      'quién(?:es)? (?:es|son) (?:el |la |los |las )?(?:dueñ[oa]s?|propietari[oa]s?|admins?|miembros|personas)',
      '(?:lista|muestra|qué) (?:todas )?(?:las |los )?(?:personas|miembros|colegas|gente)',
    ),
    logs: anyOf(
      'entradas?',
      'registros?',
      'registró',
      'registrado',
      'escribió',
      'escrito',
      'anotó',
      'anotado',
      'busca',
      'encuentra',
      'muestra',
      'algo',
      'mencion\\p{L}*',
      'últim\\p{L}+',
      'recientes?',
      'sobre',
    ),
  },
  search: anyOf('(?<=^[¿ ]*)(?:busca|buscar|encuentra)(?: por)?'),
  counts: {
    people: anyOf('personas', 'miembros', 'colegas', 'gente', 'propietari[oa]s', 'admins'),
    logbooks: anyOf('bitácoras', 'documentos', 'notas'),
  },
  countsLogs: anyOf(
    'entradas?',
    'registros?',
    'registr\\p{L}+',
    'escribi\\p{L}*',
    'escrit[oa]s?',
    'anot\\p{L}+',
    'mencion\\p{L}*',
    'veces',
  ),
  dimensions: {
    person: anyOf('quién(?:es)?', 'personas?', 'miembros?', 'colegas?'),
    logbook: anyOf('bitácoras?', 'dónde'),
    day: anyOf('días?', 'cuándo', 'diari[ao]s?'),
    label: anyOf('etiquetas?'),
  },
  each: anyOf('por', 'cada', 'diari[ao]s?'),
  most: anyOf('(?:el |la |los |las )?(?:que )?más(?! recientes?| antigu\\p{L}+)', 'mayor'),
  fewest: anyOf('(?:el |la |los |las )?(?:que )?menos', 'menor'),
  done: anyOf(
    'hech[oa]s?|terminad[oa]s?|arreglad[oa]s?|reparad[oa]s?|cerrad[oa]s?|list[oa]s?|resuelt[oa]s?|cambiad[oa]s?|cambió|reemplazad[oa]s?|pedid[oa]s?|pagad[oa]s?|entregad[oa]s?|limpiad[oa]s?|limpió|enviad[oa]s?|revisad[oa]s?',
  ),
  followUp: {
    begins: anyOf('(?<=^[¿ ]*)(?:y|e|solo|sólo|solamente|pero|también|qué hay de|entonces)'),
    refers: anyOf('eso|esto|esos|esas|ello'),
    more: anyOf('(?<=^[¿ ]*)(?:muestra |mostrar |ver )?(?:más|las siguientes)(?: entradas)?(?=[^\\p{L}]*$)'),
  },
  times: {
    today: anyOf('hoy', 'hasta ahora'),
    yesterday: anyOf('ayer'),
    thisWeek: anyOf('(?:esta|la) semana(?! pasada)'),
    lastWeek: anyOf('la semana pasada', 'semana pasada'),
    lastDays: anyOf('(?:en )?(?:los )?últimos (\\d{1,3}) días?'),
    dayBeforeYesterday: anyOf('anteayer', 'antes de ayer'),
    tomorrow: anyOf('(?<!la )mañana'),
    nextWeek: anyOf('(?:la )?(?:próxima semana|semana que viene|semana próxima)'),
    thisMonth: anyOf('este mes'),
    lastMonth: anyOf('(?:el )?(?:mes pasado|último mes)'),
    next: /(próximo|siguiente)\s*$/,
    since: { before: /(?<!\p{L})desde(?: el)?\s*$/u, after: /(?!)/ },
    weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'].map(day => anyOf(day)),
  },
  orgRoles: { owner: anyOf('dueñ[oa]s?', 'propietari[oa]s?'), admin: anyOf('admins?') },
  myself: anyOf('he escrito', 'escribí', 'anoté', 'mis entradas', 'por mí'),
  stopWords: stopWords.es,
  write: anyOf('(?:por favor,? )?(?:anota|escribe|registra|apunta)(?: \\p{L}+){0,3} en'),
  say: {
    help: logbook =>
      [
        'Respondo con lo que puedes abrir en este espacio de trabajo. Pulsa un ejemplo o pregunta con tus palabras:',
        `- ${questionLink('¿Qué hay de nuevo?')} ${questionLink('Entradas de hoy')} ${questionLink('¿Qué he escrito esta semana?')}`,
        ...(logbook === null
          ? []
          : [
              `- ${questionLink(`Resume ${logbook}`)} ${questionLink(`¿Cuál es la última entrada en ${logbook}?`)} ${questionLink(`Abre ${logbook}`)}`,
            ]),
        `- ${questionLink('¿Cuántas entradas por persona?')} ${questionLink('¿Qué día hubo más entradas?')} ${questionLink('Compara esta semana y la semana pasada')}`,
        `- ${questionLink('¿Quién está aquí?')} ${questionLink('¿Qué bitácoras hay?')} ${questionLink('¿Qué cámaras hay?')} ${questionLink('¿Qué muestran los gráficos?')}`,
        '- Cualquier nombre, número o pregunta: busco en todo lo que puedes abrir y te muestro lo mejor.',
        '- Puedes seguir preguntando: «¿y ayer?», «¿cuántas?», «mostrar más».',
        ...(logbook === null ? [] : [`- «Anota en ${plainWords(logbook)}: …»: te muestro el texto y tú lo confirmas.`]),
      ].join('\n'),
    greeting: name =>
      `Hola, ${name}. Pregúntame por las personas y bitácoras que puedes abrir aquí, o ${questionLink('¿Qué puedes hacer?')}`,
    thanks: 'De nada.',
    notUnderstood: 'No he entendido esa pregunta.',
    modelHint: `Busco y cuento, pero no razono; ${questionLink('¿Qué puedes hacer?')} muestra qué preguntar. Un operador puede conectar un modelo de lenguaje y entonces podrás preguntar libremente.`,
    found: words => `Esto es lo que encontré sobre «${words}»:`,
    foundInstead: (words, instead) => `Esto es lo que encontré sobre «${instead}»; «${words}» no aparece:`,
    foundPartly: words => `Nada de lo que puedes abrir menciona «${words}» a la vez. Lo más cercano:`,
    missing: words => `Nada de lo que puedes abrir menciona «${words}».`,
    foundNothing: words =>
      `Busqué en las entradas, documentos, reuniones, gráficos, personas, cámaras y pantallas que puedes abrir, y no encontré nada sobre «${words}».`,
    people: count => (count === 1 ? 'Hay una persona aquí:' : `Hay ${figure(count)} personas aquí:`),
    morePeople: count => `y ${figure(count)} más`,
    peopleNone: 'Aquí no hay nadie que coincida.',
    org_role: { owner: 'propietario', admin: 'admin', member: 'miembro' },
    logbooks: count => `Puedes abrir ${some(count, 'bitácora o documento', 'bitácoras y documentos')}:`,
    moreLogbooks: count => `y ${figure(count)} más`,
    gone: {
      log: 'una entrada que ya no existe o que no puedes abrir',
      document: 'una bitácora o un documento que ya no existe o que no puedes abrir',
    },
    logbooksNone: 'Todavía no hay ninguna bitácora que puedas abrir. Crea una en [Bitácoras](#/docs).',
    logs: (count, more, when, by, about) =>
      `${more ? `Las ${figure(count)} entradas más recientes` : some(count, 'entrada', 'entradas')}${about}${by}${when}:`,
    happened: when => ` (ocurrió ${when})`,
    saidInMeetings: 'Dicho en reuniones:',
    logsNone: (when, by, about) => `No encontré ninguna entrada${about}${by}${when} entre las que puedes abrir.`,
    counted: (count, when, by, about) =>
      `${some(count, 'entrada', 'entradas')}${about}${by}${when}, de las que puedes abrir.`,
    mentioned: (count, words) =>
      `${some(count, 'entrada menciona', 'entradas mencionan')} ${words}. Cuento entradas y etiquetas, no lo que las entradas cuentan.`,
    someLogs: count => some(count, 'entrada', 'entradas'),
    most: (name, logs) => `El máximo: ${name}, ${logs}.`,
    fewest: (name, logs) => `El mínimo: ${name}, ${logs}.`,
    fewestNote: 'Solo cuenta lo que tiene al menos una entrada.',
    hasMore: (name, count) => `${name}: ${figure(count)} más.`,
    sameNumber: 'El mismo número.',
    newest: (total, when, by, about) =>
      total === 1
        ? `La única entrada${about}${by}${when}:`
        : `La más reciente de ${figure(total)} entradas${about}${by}${when}:`,
    oldest: (total, when, by, about) =>
      total === 1
        ? `La única entrada${about}${by}${when}:`
        : `La más antigua de ${figure(total)} entradas${about}${by}${when}:`,
    saysDone: done => `Estas entradas dicen «${done}»; lee si es así:`,
    notSaidDone: done => `Ninguna entrada dice «${done}» sobre eso.`,
    mentionedIn: about => `Las entradas${about} están en:`,
    notPlanned: when =>
      `Aquí no se guarda lo que hay que hacer${when === '' ? '' : ` (${when.trim()})`}: no hay tareas ni planes que yo pueda leer. Solo sé lo que se escribió.`,
    furtherLogs: count => `y ${some(count, 'entrada más', 'entradas más')}`,
    showMore: 'Mostrar más',
    noMore: 'No hay más.',
    labelled: label => ` con la etiqueta «${label}»`,
    opens: link => `${link} se abre cuando pulses el botón.`,
    openLabel: name => `Abrir ${name}`,
    openNone: `No encontré ninguna bitácora ni documento con ese nombre que puedas abrir. ${questionLink('¿Qué bitácoras hay?')} los enumera.`,
    searchLabel: words => `Buscar «${words}» en todo`,
    nearest: 'Lo más cercano que puedes abrir:',
    wrote: (name, count) => `${name} escribió ${some(count, 'entrada', 'entradas')}:`,
    othersWrote: count => `${some(count, 'entrada más es', 'entradas más son')} de otras personas.`,
    summary: (of, count, people, from, to) =>
      `**${of}**: ${some(count, 'entrada', 'entradas')} de ${some(people, 'persona', 'personas')}, ${from === to ? from : `de ${from} a ${to}`}. Las frases de abajo están tomadas de las propias entradas.`,
    summaryNone: of => `**${of}**: no se registró nada que puedas abrir.`,
    everything: 'Todo lo que puedes abrir',
    mostAbout: words => `Lo más mencionado: ${words}.`,
    writeInto: name => `Anotar en ${name}`,
    proposal: logbook => `Anotaría esto en ${logbook}. No se escribe nada hasta que pulses el botón.`,
    proposalNone: `No encontré ninguna bitácora con ese nombre en la que puedas escribir. ${questionLink('¿Qué bitácoras hay?')} las enumera.`,
    by: name => ` de ${name}`,
    about: words => ` sobre «${words}»`,
    inLogbook: name => ` en ${name}`,
    when: {
      today: ' de hoy',
      yesterday: ' de ayer',
      dayBeforeYesterday: ' de anteayer',
      tomorrow: ' mañana',
      nextWeek: ' la próxima semana',
      thisMonth: ' de este mes',
      lastMonth: ' del mes pasado',
      since: day => ` desde el ${day}`,
      thisWeek: ' de esta semana',
      lastWeek: ' de la semana pasada',
      lastDays: days => ` de los últimos ${days} días`,
      on: day => ` del ${day}`,
    },
  },
}
