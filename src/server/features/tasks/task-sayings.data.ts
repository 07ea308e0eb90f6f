import type { Language } from '#shared/contract/common'
import type { TaskStatus } from '#shared/rules/task-status'

/** What an answer is about, each part with the space before it. */
interface Scope {
  kind: TaskStatus | 'open' | 'any' | 'late'
  who: string
  when: string
  where: string
  about: string
}

interface TaskSayings {
  mine: string
  of(names: string): string
  due(when: string): string
  inSpace(names: string): string
  about(words: string): string
  /** The heading; `figure` is the number as it is written. */
  some(count: number, figure: string, scope: Scope): string
  none(scope: Scope): string
  more(figure: string): string
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

/** What Mate says about tasks without a model. */
export const taskSayings: Record<Language, TaskSayings> = {
  en: {
    mine: ' assigned to you',
    of: names => ` assigned to ${names}`,
    due: when => `, due${when}`,
    inSpace: names => ` in ${names}`,
    about: words => ` about “${words}”`,
    some: (count, figure, scope) => `${figure} ${english[scope.kind]}${count === 1 ? 'task' : 'tasks'}${rest(scope)}:`,
    none: scope => `I found no ${english[scope.kind]}task${rest(scope)} among those you can see.`,
    more: figure => `and ${figure} more`,
    status: { todo: 'to do', in_progress: 'in progress', in_review: 'in review', blocked: 'blocked', done: 'done' },
    dueAt: time => `due ${time}`,
    lateSince: time => `late since ${time}`,
    minutes: duration('h', 'min'),
  },
  de: {
    mine: ' für dich',
    of: names => ` für ${names}`,
    due: when => `, fällig${when}`,
    inSpace: names => ` in ${names}`,
    about: words => ` zu „${words}“`,
    some: (count, figure, scope) =>
      `${figure} ${german[scope.kind]}${count === 1 ? 'Aufgabe' : 'Aufgaben'}${rest(scope)}:`,
    none: scope => `Ich fand keine ${german[scope.kind]}Aufgabe${rest(scope)} unter denen, die du sehen kannst.`,
    more: figure => `und ${figure} weitere`,
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
    of: names => ` para ${names}`,
    due: when => `, con vencimiento${when}`,
    inSpace: names => ` en ${names}`,
    about: words => ` sobre «${words}»`,
    some: (count, figure, scope) =>
      `${figure} ${count === 1 ? `tarea${spanish[scope.kind][0]}` : `tareas${spanish[scope.kind][1]}`}${rest(scope)}:`,
    none: scope => `No encontré ninguna tarea${spanish[scope.kind][0]}${rest(scope)} entre las que puedes ver.`,
    more: figure => `y ${figure} más`,
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
    of: names => ` (${names} के)`,
    due: when => `${when} तक`,
    inSpace: names => ` – ${names} में`,
    about: words => ` – “${words}” के बारे में`,
    some: (_count, figure, scope) => `${figure} ${hindi[scope.kind]}काम${rest(scope)}:`,
    none: scope => `आप जो देख सकते हैं उनमें कोई ${hindi[scope.kind]}काम नहीं मिला${rest(scope)}।`,
    more: figure => `और ${figure}`,
    status: { todo: 'बाकी', in_progress: 'चल रहा', in_review: 'समीक्षा में', blocked: 'अटका', done: 'पूरा' },
    dueAt: time => `समय-सीमा ${time}`,
    lateSince: time => `${time} से देर`,
    minutes: duration('घंटे', 'मिनट'),
  },
}
