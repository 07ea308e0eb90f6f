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
    news: anyOf('qu[ée] hay de nuevo', 'novedades', 'algo nuevo'),
    logbooks: anyOf('(?:qué|que|cuáles|lista|muestra|mis|todas?|todos?)(?: \\p{L}+)* (?:bitácoras?|documentos?|notas)'),
    summary: anyOf('resumen', 'resume', 'resumir', 'qué pasó', 'que pasó', 'qué ha pasado', 'en breve'),
    count: anyOf('cuántos?', 'cuántas?', 'cuantos?', 'cuantas?', 'número de'),
    whoWrote: anyOf('quién (?:escribió|anotó|registró|mencionó|informó)', 'quien (?:escribió|anotó|registró|mencionó)'),
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
  times: {
    today: anyOf('hoy', 'hasta ahora'),
    yesterday: anyOf('ayer'),
    thisWeek: anyOf('(?:esta|la) semana(?! pasada)'),
    lastWeek: anyOf('la semana pasada', 'semana pasada'),
    lastDays: anyOf('(?:en )?(?:los )?últimos (\\d{1,3}) días?'),
    weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'].map(day => anyOf(day)),
  },
  orgRoles: { owner: anyOf('dueñ[oa]s?', 'propietari[oa]s?'), admin: anyOf('admins?') },
  myself: anyOf('he escrito', 'escribí', 'anoté', 'mis entradas', 'por mí'),
  stopWords: stopWords.es,
  most: anyOf('más'),
  write: anyOf('(?:por favor,? )?(?:anota|escribe|registra|apunta)(?: \\p{L}+){0,3} en'),
  say: {
    help: [
      'Respondo con lo que puedes abrir en este espacio de trabajo. Puedes preguntarme, por ejemplo:',
      '- *frenos*, *orden 4182* o cualquier pregunta: busco en todo lo que puedes abrir y te muestro lo mejor',
      '- *¿Quién está aquí?* o *¿Quiénes son los propietarios?*',
      '- *¿Qué bitácoras hay?*',
      '- *Entradas de hoy*, *… ayer de Tom*, *… sobre frenos*, *… en Bay log la semana pasada*',
      '- *Resume Bay log*, *Resumen de ayer*',
      '- *¿Cuántas entradas hubo esta semana?*, *¿Quién escribió sobre la bomba?*',
      '- *Anota en Bay log: pastillas cambiadas*: te muestro el texto y tú lo confirmas',
    ].join('\n'),
    greeting: name =>
      `Hola, ${name}. Pregúntame por las personas y bitácoras que puedes abrir aquí, o *¿Qué puedes hacer?*`,
    thanks: 'De nada.',
    notUnderstood: 'No he entendido esa pregunta.',
    modelHint:
      'Busco y cuento, pero no razono; *¿Qué puedes hacer?* muestra qué preguntar. Un operador puede conectar un modelo de lenguaje y entonces podrás preguntar libremente.',
    found: words => `Esto es lo que encontré sobre «${words}»:`,
    foundInstead: (words, instead) => `Esto es lo que encontré sobre «${instead}»; «${words}» no aparece:`,
    foundPartly: words => `Nada de lo que puedes abrir menciona «${words}» a la vez. Lo más cercano:`,
    missing: words => `Nada de lo que puedes abrir menciona «${words}».`,
    foundNothing: words =>
      `Busqué en las entradas, documentos, reuniones, gráficos, personas, cámaras y pantallas que puedes abrir, y no encontré nada sobre «${words}».`,
    writtenLast: 'Lo último escrito está en:',
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
    logbooksNone: 'Todavía no hay ninguna bitácora que puedas abrir. Crea una en Bitácoras.',
    logs: (count, more, when, by, about) =>
      `${more ? `Las ${figure(count)} entradas más recientes` : some(count, 'entrada', 'entradas')}${about}${by}${when}:`,
    happened: when => ` (ocurrió ${when})`,
    saidInMeetings: 'Dicho en reuniones:',
    logsNone: (when, by, about) => `No encontré ninguna entrada${about}${by}${when} entre las que puedes abrir.`,
    counted: (count, when, by, about) =>
      `${some(count, 'entrada', 'entradas')}${about}${by}${when}, de las que puedes abrir.`,
    wrote: (name, count) => `${name} escribió ${some(count, 'entrada', 'entradas')}:`,
    othersWrote: count => `${some(count, 'entrada más es', 'entradas más son')} de otras personas.`,
    summary: (of, count, people, from, to) =>
      `**${of}**: ${some(count, 'entrada', 'entradas')} de ${some(people, 'persona', 'personas')}, ${from === to ? from : `de ${from} a ${to}`}. Las frases de abajo están tomadas de las propias entradas.`,
    summaryNone: of => `**${of}**: no se registró nada que puedas abrir.`,
    everything: 'Todo lo que puedes abrir',
    mostAbout: words => `Lo más mencionado: ${words}.`,
    writeInto: name => `Anotar en ${name}`,
    proposal: logbook => `Anotaría esto en ${logbook}. No se escribe nada hasta que pulses el botón.`,
    proposalNone:
      'No encontré ninguna bitácora con ese nombre en la que puedas escribir. *¿Qué bitácoras hay?* las enumera.',
    by: name => ` de ${name}`,
    about: words => ` sobre «${words}»`,
    inLogbook: name => ` en ${name}`,
    when: {
      today: ' de hoy',
      yesterday: ' de ayer',
      thisWeek: ' de esta semana',
      lastWeek: ' de la semana pasada',
      lastDays: days => ` de los últimos ${days} días`,
      on: day => ` del ${day}`,
    },
  },
}
