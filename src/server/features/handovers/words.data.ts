import type { Language } from '#shared/contract/common'

type Word =
  | 'title'
  | 'range'
  | 'quiet'
  | 'one'
  | 'other'
  | 'more'
  | 'labels'
  | 'late'
  | 'open'
  | 'done'
  | 'due'
  | 'by'
  | 'mate'
  | 'read'
  | 'why'
  | 'foot'
  | 'logbooks'
  | 'tasks'

/** The words of handovers, which the server writes. */
export const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  en: {
    title: 'Handover {{branch}}, {{day}}',
    range: 'From {{from}} to {{to}}.',
    quiet: 'Nothing was written in this time.',
    one: '{{count}} log',
    other: '{{count}} logs',
    more: 'and {{count}} more',
    labels: 'Labels: {{labels}}',
    late: 'Late',
    open: 'Still open',
    done: 'Done',
    due: 'due {{when}}',
    by: '{{time}}, {{name}}',
    mate: 'Mate',
    read: 'Read it in Wheelhouse: {{link}}',
    why: 'You get this because {{name}} chose you for the handovers of this branch.',
    foot: 'Page {{page}}',
    logbooks: 'What was written',
    tasks: 'Tasks',
  },
  de: {
    title: 'Übergabe {{branch}}, {{day}}',
    range: 'Von {{from}} bis {{to}}.',
    quiet: 'In dieser Zeit wurde nichts geschrieben.',
    one: '{{count}} Eintrag',
    other: '{{count}} Einträge',
    more: 'und {{count}} weitere',
    labels: 'Labels: {{labels}}',
    late: 'Überfällig',
    open: 'Noch offen',
    done: 'Erledigt',
    due: 'fällig {{when}}',
    by: '{{time}}, {{name}}',
    mate: 'Mate',
    read: 'In Wheelhouse lesen: {{link}}',
    why: 'Du bekommst das, weil {{name}} dich für die Übergaben dieses Standorts ausgewählt hat.',
    foot: 'Seite {{page}}',
    logbooks: 'Was geschrieben wurde',
    tasks: 'Aufgaben',
  },
  es: {
    title: 'Relevo {{branch}}, {{day}}',
    range: 'De {{from}} a {{to}}.',
    quiet: 'No se escribió nada en este tiempo.',
    one: '{{count}} registro',
    other: '{{count}} registros',
    more: 'y {{count}} más',
    labels: 'Etiquetas: {{labels}}',
    late: 'Atrasadas',
    open: 'Todavía abiertas',
    done: 'Hechas',
    due: 'vence {{when}}',
    by: '{{time}}, {{name}}',
    mate: 'Mate',
    read: 'Léelo en Wheelhouse: {{link}}',
    why: 'Recibes esto porque {{name}} te eligió para los relevos de esta sucursal.',
    foot: 'Página {{page}}',
    logbooks: 'Lo que se escribió',
    tasks: 'Tareas',
  },
  hi: {
    title: '{{branch}} का हैंडओवर, {{day}}',
    range: '{{from}} से {{to}} तक।',
    quiet: 'इस समय में कुछ नहीं लिखा गया।',
    one: '{{count}} लॉग',
    other: '{{count}} लॉग',
    more: 'और {{count}}',
    labels: 'लेबल: {{labels}}',
    late: 'देर हो चुकी',
    open: 'अभी खुले',
    done: 'पूरे हुए',
    due: 'समय सीमा {{when}}',
    by: '{{time}}, {{name}}',
    mate: 'Mate',
    read: 'Wheelhouse में पढ़ें: {{link}}',
    why: 'यह आपको इसलिए मिला क्योंकि {{name}} ने आपको इस शाखा के हैंडओवर के लिए चुना।',
    foot: 'पृष्ठ {{page}}',
    logbooks: 'जो लिखा गया',
    tasks: 'काम',
  },
}

/** Puts values into the gaps of a sentence. */
export const interpolate = (sentence: string, gaps: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => gaps[name] ?? gap)
