import { anyOf, counting } from '../../../../platform/words/patterns'
import type { GuestPhrases } from './phrases'

const { some } = counting('es-ES')

export const spanish: GuestPhrases = {
  asks: {
    said: anyOf(
      'qué (?:dijo|dijeron|ha dicho|han dicho|dice|mencionó|comentó|contó).*',
      'que (?:dijo|dijeron|mencionó|comentó).*',
      'se (?:dijo|habló|mencionó).*',
      '(?:alguien|nadie) (?:dijo|habló|mencionó).*',
    ),
    decisions: anyOf('decisi[oó]n(?:es)?', 'decidi(?:do|eron|mos|ó)', 'acuerdos?', 'acordado', 'acordaron'),
    actions: anyOf('tareas?', 'pendientes?', 'por hacer', 'acciones', 'próximos pasos', 'que hacer'),
    speakers: anyOf(
      'hablantes?',
      'voces',
      'participantes?',
      'quién(?:es)? (?:habla|hablan|habló|hablaron|son|estaba|estaban)',
      'quien(?:es)? (?:habla|hablan|habló|hablaron)',
      'cuántas personas',
    ),
    privacy: anyOf(
      'qué (?:pasa|ocurre|sucede) con',
      'cuánto tiempo',
      'privacidad',
      'se borran?',
      'quién puede (?:ver|oír|leer)',
    ),
    keep: anyOf(
      'conserv\\p{L}+',
      'guard\\p{L}+',
      'quedármel[ao]',
      'registrarme',
      'regístr\\p{L}+',
      'cuenta',
      'descarg\\p{L}+',
    ),
    upload: anyOf('sub(?:o|ir)', 'grab(?:o|ar)', 'cómo empiezo'),
    summary: anyOf('resumen', 'resume', 'resumir', 'de qué (?:trata|trató|va|iba)', 'en breve'),
    what: anyOf('qué es (?:esto|wheelhouse|mate)', 'quién eres', 'qué eres', 'wheelhouse'),
    help: anyOf('qué puedes hacer', 'qué puedo (?:hacer|preguntar)', 'que puedes hacer', 'ayuda', 'cómo funciona'),
  },
  speakerNumber: anyOf('(?:hablante|voz) (\\d{1,3})'),
  say: {
    help: [
      'Respondo a preguntas sobre tus propias grabaciones. Sube una o graba algo, y pregúntame:',
      '- *Enumera las decisiones* o *Enumera las tareas*',
      '- *¿Qué dijo Priya sobre el presupuesto?*, *¿Qué dijo el hablante 2?*',
      '- *¿Quiénes son los hablantes?*, *Resume la grabación*',
      '- *¿Cómo la conservo?*',
      '',
      'Los miembros de un espacio de trabajo también pueden preguntarme por sus bitácoras, entradas y personas.',
    ].join('\n'),
    helpNoWords: [
      'Puedo decirte quién habló y cuándo en tus propias grabaciones. Para las palabras, este servidor necesita un modelo de voz, que aún no tiene. Sube una o graba algo, y pregúntame:',
      '- *¿Quiénes son los hablantes?*',
      '- *¿Cómo la conservo?*, *¿Qué pasa con mi grabación?*',
      '- *¿Qué es Wheelhouse?*',
    ].join('\n'),
    greeting:
      'Hola. Sube o graba una reunión y te diré quién dijo qué. *¿Qué puedes hacer aquí?* enumera lo que respondo.',
    what: 'Wheelhouse es un espacio de trabajo para equipos: bitácoras que se resumen solas, grabaciones de reuniones con lo que dijo cada cual, e imágenes en directo de pantallas y cámaras. Soy Mate, su asistente. Como invitado puedes probarme con una grabación tuya.',
    keep: 'Pulsa **Registrarse**, es gratis. La grabación pasa a ser un documento privado tuyo, con su transcripción, los nombres de los hablantes y el resumen. Si no, se elimina 24 horas después de tu llegada.',
    privacy:
      'Solo tú puedes ver tus grabaciones, y solo desde aquí. Todo lo tuyo, también lo que me preguntas, se elimina 24 horas después de tu llegada, salvo que te registres y lo conserves.',
    upload:
      'Elige un archivo de sonido o vídeo junto a este chat, o graba con el micrófono. Como invitado puedes hacerlo tres veces, con 100 MB por archivo.',
    notUnderstood: 'No he entendido esa pregunta.',
    modelHint:
      'Conozco un conjunto fijo de preguntas; *¿Qué puedes hacer aquí?* las enumera. Un operador puede conectar un modelo de lenguaje y entonces podrás preguntar libremente.',
    perhaps: 'No he entendido del todo la pregunta, pero sus palabras se dicen aquí:',
    noRecording: 'Todavía no hay ninguna grabación tuya. Sube una o graba una reunión, y pregúntame de nuevo.',
    stillWorking: recording => `Todavía estoy escuchando ${recording}. Pregúntame de nuevo dentro de un momento.`,
    failed: recording => `${recording} no se pudo transcribir. Puedes intentarlo de nuevo junto a la grabación.`,
    noWords: recording =>
      `De ${recording} solo sé quién habla y cuándo: este servidor no tiene un modelo que escriba las palabras. *¿Quiénes son los hablantes?* dice lo que sé.`,
    decisions: recording => `Estas frases de ${recording} parecen decisiones:`,
    noDecisions: recording => `En ${recording} no encontré ninguna frase que parezca una decisión.`,
    actions: recording => `Estas frases de ${recording} parecen cosas por hacer:`,
    noActions: recording => `En ${recording} no encontré ninguna frase que parezca algo por hacer.`,
    said: (recording, who, about) =>
      `${who === '' ? 'Se dice' : `${who} dice`}${about === '' ? '' : ` sobre «${about}»`} en ${recording}:`,
    nothingSaid: (recording, who, about) =>
      `En ${recording} no encontré nada que diga ${who === '' ? 'alguien' : who}${about === '' ? '' : ` sobre «${about}»`}.`,
    more: count => `y ${some(count, 'vez más', 'veces más')}`,
    speakers: (recording, count) => `En ${recording} oigo ${some(count, 'voz', 'voces')}:`,
    speaker: number => `Hablante ${number}`,
    spoke: minutes => `habla durante ${minutes}`,
    perhapsCalled: (name, words, moment) => `quizá **${name}**, que dice «${words}» ${moment}`,
    howToName: 'Los nombres son solo sugerencias mías. Puedes poner nombre a un hablante en la transcripción.',
    summary: recording => `Resumen de ${recording}:`,
    noSummary: recording => `No hay ningún resumen de ${recording}.`,
  },
}
