export const summaries = {
  title: {
    day: 'Hoy hasta ahora',
    week: 'Esta semana hasta ahora',
    month: 'Este mes hasta ahora',
  },
  until: 'Hasta {{day}}',
  made_one: 'Actualizado {{when}} con {{count}} registro',
  made_other: 'Actualizado {{when}} con {{count}} registros',
  ofRecording: 'Actualizado {{when}} con lo que se dijo',
  byHand: 'Escrito a mano, {{when}}',
  newer_one: '{{count}} registro más nuevo',
  newer_other: '{{count}} registros más nuevos',
  corrected_one: '{{count}} corrección desde entonces',
  corrected_other: '{{count}} correcciones desde entonces',
  none: 'Todavía no hay resumen. Con «Actualizar», Mate escribe uno.',
  extract: {
    none: 'Las frases están copiadas de los registros, porque este servidor no tiene un modelo de lenguaje conectado. Quien lo administra puede conectar uno.',
    unused:
      'Las frases están copiadas de los registros, porque el modelo de lenguaje no dijo en qué se apoyan las suyas.',
  },
  extractSaid: {
    none: 'Las frases están copiadas de lo que se dijo, porque este servidor no tiene un modelo de lenguaje conectado. Quien lo administra puede conectar uno.',
    unused:
      'Las frases están copiadas de lo que se dijo, porque el modelo de lenguaje no dijo en qué se apoyan las suyas.',
  },
  replace: {
    title: '¿Reemplazar el resumen escrito a mano?',
    text: 'Mate escribe uno nuevo en su lugar. El escrito a mano queda en el historial.',
    submit: 'Reemplazar',
  },
  refresh: 'Actualizar',
  busy: 'Mate está escribiendo el resumen',
  dismiss: 'Cerrar el mensaje',
  range: {
    label: 'Registros que lee Mate',
    of: 'Registros que lee Mate: {{range}}',
    day: 'Hoy',
    week: 'Esta semana',
    month: 'Este mes',
    all: 'Todos',
  },
  cited: 'Registro {{number}}: {{title}}',
  citedLog: 'Registro {{number}}',
  prompt: {
    open: 'Editar indicación',
    title: 'Editar indicación',
    label: 'Qué debe decir el resumen',
    hint: 'Con tus palabras: qué importa, qué extensión, para quién.',
    refresh: 'Actualizar el resumen con ella',
    submit: 'Guardar',
  },
}
