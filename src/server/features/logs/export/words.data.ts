import type { Language } from '#shared/contract/common'

/** The fixed texts of a printed logbook. */
interface PdfTexts {
  range: string
  made: string
  zone: string
  narrowed: string
  page: string
  job: string
  gone: string
  corrected: string
  happened: string
  labels: string
  files: string
  pictures: string
  hidden: string
  nothing: string
  replaced: string
  wide: string
}

export const words: Record<Language, PdfTexts> = {
  en: {
    range: '{{from}} to {{to}}',
    made: 'Exported by {{name}} on {{when}}',
    zone: 'Times are those of {{zone}}',
    narrowed: 'Only some of the logs: those with certain labels or by certain people',
    page: 'Page {{page}}',
    job: 'Job',
    gone: 'Somebody who left',
    corrected: 'corrected {{when}}',
    happened: 'happened {{when}}, written later',
    labels: 'Labels: {{labels}}',
    files: 'Files: {{files}}',
    pictures: 'Pictures: {{pictures}}',
    hidden: 'Pictures that are not shown here: {{count}}',
    nothing: 'There are no logs in this time.',
    replaced: '\ufffd stands for a character that this file has no letter for. CSV and JSON have them all.',
    wide: 'A table with {{count}} columns, more than a page has room for, line by line:',
  },
  hi: {
    range: '{{from}} से {{to}} तक',
    made: '{{name}} ने {{when}} को निर्यात किया',
    zone: 'समय {{zone}} के हैं',
    narrowed: 'केवल कुछ लॉग: चुने हुए लेबल वाले या चुने हुए लोगों के',
    page: 'पृष्ठ {{page}}',
    job: 'जॉब',
    gone: 'कोई जो जा चुका है',
    corrected: '{{when}} को सुधारा गया',
    happened: '{{when}} को हुआ, बाद में लिखा गया',
    labels: 'लेबल: {{labels}}',
    files: 'फ़ाइलें: {{files}}',
    pictures: 'तस्वीरें: {{pictures}}',
    hidden: 'तस्वीरें जो यहाँ नहीं दिखाई गईं: {{count}}',
    nothing: 'इस समय में कोई लॉग नहीं है।',
    replaced: '\ufffd ऐसे अक्षर की जगह है जो इस फ़ाइल में नहीं छप सकता। CSV और JSON में वे सब हैं।',
    wide: '{{count}} कॉलम की तालिका, जो एक पृष्ठ पर नहीं आती, पंक्ति-दर-पंक्ति:',
  },
  de: {
    range: '{{from}} bis {{to}}',
    made: 'Exportiert von {{name}} am {{when}}',
    zone: 'Zeiten in {{zone}}',
    narrowed: 'Nur ein Teil der Einträge: die mit bestimmten Labels oder von bestimmten Personen',
    page: 'Seite {{page}}',
    job: 'Job',
    gone: 'Jemand, der nicht mehr da ist',
    corrected: 'berichtigt {{when}}',
    happened: 'geschehen {{when}}, später eingetragen',
    labels: 'Labels: {{labels}}',
    files: 'Dateien: {{files}}',
    pictures: 'Bilder: {{pictures}}',
    hidden: 'Bilder, die hier nicht gezeigt werden: {{count}}',
    nothing: 'In dieser Zeit gibt es keine Einträge.',
    replaced: '\ufffd steht für ein Zeichen, das diese Datei nicht darstellen kann. In CSV und JSON stehen alle.',
    wide: 'Eine Tabelle mit {{count}} Spalten, mehr als eine Seite fasst, Zeile für Zeile:',
  },
  es: {
    range: 'Del {{from}} al {{to}}',
    made: 'Exportado por {{name}} el {{when}}',
    zone: 'Las horas son las de {{zone}}',
    narrowed: 'Solo una parte de las entradas: las que llevan ciertas etiquetas o son de ciertas personas',
    page: 'Página {{page}}',
    job: 'Trabajo',
    gone: 'Alguien que ya no está',
    corrected: 'corregido el {{when}}',
    happened: 'ocurrió el {{when}}, anotado más tarde',
    labels: 'Etiquetas: {{labels}}',
    files: 'Archivos: {{files}}',
    pictures: 'Imágenes: {{pictures}}',
    hidden: 'Imágenes que no se muestran aquí: {{count}}',
    nothing: 'No hay entradas en este periodo.',
    replaced: '\ufffd está en lugar de un carácter que este archivo no puede mostrar. CSV y JSON los tienen todos.',
    wide: 'Una tabla de {{count}} columnas, más de las que caben en una página, línea por línea:',
  },
}
