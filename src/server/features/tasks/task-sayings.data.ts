import type { Language } from '#shared/contract/common'
import type { TaskStatus } from '#shared/rules/task-status'

/** What an answer is about, each part with the space before it. */
export interface Scope {
  kind: TaskStatus | 'open' | 'any' | 'late'
  who: string
  when: string
  where: string
  about: string
}

interface TaskSayings {
  mine: string
  unassigned: string
  of(names: string): string
  due(when: string): string
  inSpace(names: string): string
  about(words: string): string
  /** The heading; `figure` is the number as it is written. */
  some(count: number, figure: string, scope: Scope): string
  none(scope: Scope): string
  more(figure: string): string
  /** The heading above how many each person has. */
  perPerson(scope: Scope): string
  /** The heading above people who have none. */
  without(scope: Scope): string
  everybodyHas(scope: Scope): string
  /** Tasks that nobody is to do, among how many each person has. */
  notAssigned: string
  status: Record<TaskStatus, string>
  dueAt(time: string): string
  lateSince(time: string): string
  minutes(minutes: number): string
}

/** Hours and minutes with the words of a language. */
const duration = (hours: string, minutes: string) => (total: number) =>
  [total >= 60 && `${Math.floor(total / 60)} ${hours}`, total % 60 > 0 && `${total % 60} ${minutes}`]
    .filter(Boolean)
    .join(' ')

const english: Record<Scope['kind'], string> = {
  ...{ todo: 'to do ', in_progress: 'started ', in_review: 'reviewed ', blocked: 'blocked ', done: 'finished ' },
  ...{ open: 'open ', any: '', late: 'late ' },
}
const german: Record<Scope['kind'], string> = {
  ...{ todo: 'offene ', in_progress: 'begonnene ', in_review: 'zu prüfende ', blocked: 'blockierte ' },
  ...{ done: 'erledigte ', open: 'offene ', any: '', late: 'überfällige ' },
}
const spanish: Record<Scope['kind'], [one: string, many: string]> = {
  ...{
    todo: [' por hacer', ' por hacer'],
    in_progress: [' en curso', ' en curso'],
    done: [' terminada', ' terminadas'],
  },
  ...{ in_review: [' en revisión', ' en revisión'], blocked: [' bloqueada', ' bloqueadas'], any: ['', ''] },
  ...{ open: [' abierta', ' abiertas'], late: [' atrasada', ' atrasadas'] },
}
const hindi: Record<Scope['kind'], string> = {
  ...{ todo: 'बाकी ', in_progress: 'चल रहे ', in_review: 'समीक्षा में ', blocked: 'अटके हुए ', done: 'पूरे हुए ' },
  ...{ open: 'खुले ', any: '', late: 'देर से चल रहे ' },
}

const rest = ({ who, when, where, about }: Scope) => `${who}${when}${where}${about}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What Mate says about tasks without a model. */
export const taskSayings: Record<Language, TaskSayings> = {
  en: {
    mine: ' assigned to you',
    unassigned: ' that nobody is assigned to',
    of: names => ` assigned to ${names}`,
    due: when => `, due${when}`,
    inSpace: names => ` in ${names}`,
    about: words => ` about “${words}”`,
    some: (count, figure, scope) => `${figure} ${english[scope.kind]}${count === 1 ? 'task' : 'tasks'}${rest(scope)}:`,
    none: scope => `I found no ${english[scope.kind]}task${rest(scope)} among those you can see.`,
    more: figure => `and ${figure} more`,
    perPerson: scope => `${capital(english[scope.kind])}tasks${rest(scope)} by person, of those you can see:`,
    without: scope => `Without ${english[scope.kind]}tasks${rest(scope)}, of those you can see:`,
    everybodyHas: scope => `Everybody has ${english[scope.kind]}tasks${rest(scope)}.`,
    notAssigned: 'not assigned',
    status: { todo: 'to do', in_progress: 'in progress', in_review: 'in review', blocked: 'blocked', done: 'done' },
    dueAt: time => `due ${time}`,
    lateSince: time => `late since ${time}`,
    minutes: duration('h', 'min'),
  },
  de: {
    mine: ' für dich',
    unassigned: ' ohne zuständige Person',
    of: names => ` für ${names}`,
    due: when => `, fällig${when}`,
    inSpace: names => ` in ${names}`,
    about: words => ` zu „${words}“`,
    some: (count, figure, scope) =>
      `${figure} ${german[scope.kind]}${count === 1 ? 'Aufgabe' : 'Aufgaben'}${rest(scope)}:`,
    none: scope => `Ich fand keine ${german[scope.kind]}Aufgabe${rest(scope)} unter denen, die du sehen kannst.`,
    more: figure => `und ${figure} weitere`,
    perPerson: scope => `${capital(german[scope.kind])}Aufgaben${rest(scope)} nach Person, soweit du sie sehen kannst:`,
    without: scope => `Ohne ${german[scope.kind]}Aufgaben${rest(scope)}, soweit du sie sehen kannst:`,
    everybodyHas: scope => `Alle haben ${german[scope.kind]}Aufgaben${rest(scope)}.`,
    notAssigned: 'nicht zugewiesen',
    status: {
      todo: 'zu tun',
      in_progress: 'in Arbeit',
      in_review: 'in Prüfung',
      blocked: 'blockiert',
      done: 'erledigt',
    },
    dueAt: time => `fällig ${time}`,
    lateSince: time => `überfällig seit ${time}`,
    minutes: duration('Std.', 'Min.'),
  },
  es: {
    mine: ' para ti',
    unassigned: ' sin asignar',
    of: names => ` para ${names}`,
    due: when => `, con vencimiento${when}`,
    inSpace: names => ` en ${names}`,
    about: words => ` sobre «${words}»`,
    some: (count, figure, scope) =>
      `${figure} ${count === 1 ? `tarea${spanish[scope.kind][0]}` : `tareas${spanish[scope.kind][1]}`}${rest(scope)}:`,
    none: scope => `No encontré ninguna tarea${spanish[scope.kind][0]}${rest(scope)} entre las que puedes ver.`,
    more: figure => `y ${figure} más`,
    perPerson: scope => `Tareas${spanish[scope.kind][1]}${rest(scope)} por persona, de las que puedes ver:`,
    without: scope => `Sin tareas${spanish[scope.kind][1]}${rest(scope)}, de las que puedes ver:`,
    everybodyHas: scope => `Todos tienen tareas${spanish[scope.kind][1]}${rest(scope)}.`,
    notAssigned: 'sin asignar',
    status: {
      todo: 'por hacer',
      in_progress: 'en curso',
      in_review: 'en revisión',
      blocked: 'bloqueada',
      done: 'hecha',
    },
    dueAt: time => `vence: ${time}`,
    lateSince: time => `con retraso desde: ${time}`,
    minutes: duration('h', 'min'),
  },
  hi: {
    mine: ' (आपके)',
    unassigned: ' (जो किसी को नहीं दिए गए)',
    of: names => ` (${names} के)`,
    due: when => `${when} तक`,
    inSpace: names => ` – ${names} में`,
    about: words => ` – “${words}” के बारे में`,
    some: (_count, figure, scope) => `${figure} ${hindi[scope.kind]}काम${rest(scope)}:`,
    none: scope => `आप जो देख सकते हैं उनमें कोई ${hindi[scope.kind]}काम नहीं मिला${rest(scope)}।`,
    more: figure => `और ${figure}`,
    perPerson: scope => `हर व्यक्ति के ${hindi[scope.kind]}काम${rest(scope)}, जो आप देख सकते हैं:`,
    without: scope => `जिनके पास कोई ${hindi[scope.kind]}काम नहीं${rest(scope)} (आप जो देख सकते हैं उनमें):`,
    everybodyHas: scope => `सबके पास ${hindi[scope.kind]}काम हैं${rest(scope)}।`,
    notAssigned: 'किसी को नहीं दिए गए',
    status: { todo: 'बाकी', in_progress: 'चल रहा', in_review: 'समीक्षा में', blocked: 'अटका', done: 'पूरा' },
    dueAt: time => `समय-सीमा ${time}`,
    lateSince: time => `${time} से देर`,
    minutes: duration('घंटे', 'मिनट'),
  },
}
