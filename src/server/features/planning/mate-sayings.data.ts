import type { Language } from '#shared/contract/common'

interface PlanningSayings {
  you: string
  /** The heading of somebody’s schedule. */
  scheduleOf(name: string, when: string): string
  nothing: string
  dayOff: string
  works(times: string): string
  rest: string
  hidden: string
  late(duration: string): string
  /** Times that are not in the reader’s zone. */
  inZone(zone: string): string
  freeHeading(when: string): string
  allOfIt: string
  notFree(names: string): string
  nobodyFree(when: string): string
  /** Of people who do not work then. */
  off(names: string, when: string): string
  /** Said when not all members were looked at. */
  onlyFirst(count: string, total: string): string
  openSchedule: string
  /** `task` and `others` are finished markdown. */
  endsLate(task: string, name: string, duration: string): string
  because(others: string): string
  noReason: string
  unplaced(task: string, name: string, duration: string): string
  inTime(task: string): string
  noEstimate(task: string): string
  nobody(task: string): string
  nothingLate(names: string): string
  noTask: string
  duration(minutes: number): string
}

const duration = (hours: string, minutes: string) => (total: number) =>
  [total >= 60 && `${Math.floor(total / 60)} ${hours}`, (total % 60 > 0 || total === 0) && `${total % 60} ${minutes}`]
    .filter(Boolean)
    .join(' ')

/** What Mate says about schedules without a model. */
export const planningSayings: Record<Language, PlanningSayings> = {
  en: {
    you: 'you',
    scheduleOf: (name, when) => `**${name}**${when}:`,
    nothing: 'nothing is planned',
    dayOff: 'no working time',
    works: times => `works ${times}`,
    rest: 'break',
    hidden: 'a task that you cannot see',
    late: time => `ends ${time} after its deadline`,
    inZone: zone => ` (times in ${zone})`,
    freeHeading: when => `Free${when}:`,
    allOfIt: 'all of the time',
    notFree: names => `Not free: ${names}.`,
    nobodyFree: when => `Nobody is free${when}.`,
    off: (names, when) => `No working time${when}: ${names}.`,
    onlyFirst: (count, total) => `Of the ${total} members, only the first ${count} by name were looked at.`,
    openSchedule: 'Schedule',
    endsLate: (task, name, time) => `${task} ends ${time} after its deadline in the plan of ${name}.`,
    because: others => `Before it come ${others}.`,
    noReason: 'There is not enough working time left before the deadline.',
    unplaced: (task, name, time) => `${time} of ${task} find no time in the next 14 days of ${name}.`,
    inTime: task => `${task} is planned to end in time.`,
    noEstimate: task => `${task} has no estimate, so it is not in a plan.`,
    nobody: task => `Nobody does ${task}, so it is not in a plan.`,
    nothingLate: names => `Nothing in the plan of ${names} ends late.`,
    noTask: 'I found no open task with these words that you can see.',
    duration: duration('h', 'min'),
  },
  de: {
    you: 'dir',
    scheduleOf: (name, when) => `**${name}**${when}:`,
    nothing: 'nichts geplant',
    dayOff: 'keine Arbeitszeit',
    works: times => `arbeitet ${times}`,
    rest: 'Pause',
    hidden: 'eine Aufgabe, die du nicht sehen kannst',
    late: time => `endet ${time} nach der Frist`,
    inZone: zone => ` (Zeiten in ${zone})`,
    freeHeading: when => `Frei${when}:`,
    allOfIt: 'die ganze Zeit',
    notFree: names => `Nicht frei: ${names}.`,
    nobodyFree: when => `Niemand ist${when} frei.`,
    off: (names, when) => `Keine Arbeitszeit${when}: ${names}.`,
    onlyFirst: (count, total) => `Von ${total} Mitgliedern wurden nur die ersten ${count} nach Namen betrachtet.`,
    openSchedule: 'Zeitplan',
    endsLate: (task, name, time) => `${task} endet im Plan von ${name} ${time} nach der Frist.`,
    because: others => `Davor kommen ${others}.`,
    noReason: 'Bis zur Frist bleibt nicht genug Arbeitszeit.',
    unplaced: (task, name, time) => `${time} von ${task} finden in den nächsten 14 Tagen von ${name} keinen Platz.`,
    inTime: task => `${task} endet laut Plan rechtzeitig.`,
    noEstimate: task => `${task} hat keine Schätzung und steht deshalb in keinem Plan.`,
    nobody: task => `Niemand macht ${task}, deshalb steht es in keinem Plan.`,
    nothingLate: names => `Im Plan von ${names} endet nichts zu spät.`,
    noTask: 'Ich fand keine offene Aufgabe mit diesen Worten, die du sehen kannst.',
    duration: duration('Std.', 'Min.'),
  },
  es: {
    you: 'ti',
    scheduleOf: (name, when) => `**${name}**${when}:`,
    nothing: 'no hay nada planificado',
    dayOff: 'sin horario de trabajo',
    works: times => `trabaja ${times}`,
    rest: 'pausa',
    hidden: 'una tarea que no puedes ver',
    late: time => `termina ${time} después de su vencimiento`,
    inZone: zone => ` (horas de ${zone})`,
    freeHeading: when => `Libres${when}:`,
    allOfIt: 'todo el tiempo',
    notFree: names => `No libres: ${names}.`,
    nobodyFree: when => `Nadie está libre${when}.`,
    off: (names, when) => `Sin horario de trabajo${when}: ${names}.`,
    onlyFirst: (count, total) => `De ${total} miembros solo se han mirado los primeros ${count} por nombre.`,
    openSchedule: 'Horario',
    endsLate: (task, name, time) => `${task} termina ${time} después de su vencimiento en el plan de ${name}.`,
    because: others => `Antes van ${others}.`,
    noReason: 'No queda bastante tiempo de trabajo antes del vencimiento.',
    unplaced: (task, name, time) => `${time} de ${task} no caben en los próximos 14 días de ${name}.`,
    inTime: task => `Según el plan, ${task} termina a tiempo.`,
    noEstimate: task => `${task} no tiene estimación, así que no está en ningún plan.`,
    nobody: task => `Nadie hace ${task}, así que no está en ningún plan.`,
    nothingLate: names => `Nada en el plan de ${names} termina tarde.`,
    noTask: 'No encontré ninguna tarea abierta con esas palabras que puedas ver.',
    duration: duration('h', 'min'),
  },
  hi: {
    you: 'आप',
    scheduleOf: (name, when) => `**${name}**${when}:`,
    nothing: 'कुछ तय नहीं है',
    dayOff: 'काम का समय नहीं',
    works: times => `काम का समय ${times}`,
    rest: 'विराम',
    hidden: 'एक काम जिसे आप नहीं देख सकते',
    late: time => `समय-सीमा के ${time} बाद ख़त्म`,
    inZone: zone => ` (समय ${zone} का)`,
    freeHeading: when => `खाली${when}:`,
    allOfIt: 'पूरे समय',
    notFree: names => `खाली नहीं: ${names}।`,
    nobodyFree: when => `कोई खाली नहीं है${when}।`,
    off: (names, when) => `काम का समय नहीं${when}: ${names}।`,
    onlyFirst: (count, total) => `${total} सदस्यों में से नाम के क्रम में केवल पहले ${count} देखे गए।`,
    openSchedule: 'शेड्यूल',
    endsLate: (task, name, time) => `${name} की योजना में ${task} समय-सीमा के ${time} बाद ख़त्म होगा।`,
    because: others => `उससे पहले ये हैं: ${others}।`,
    noReason: 'समय-सीमा से पहले काम का पर्याप्त समय नहीं बचा है।',
    unplaced: (task, name, time) => `${name} के अगले 14 दिनों में ${task} के ${time} के लिए जगह नहीं है।`,
    inTime: task => `योजना के अनुसार ${task} समय पर ख़त्म होगा।`,
    noEstimate: task => `${task} का अनुमान नहीं है, इसलिए वह किसी योजना में नहीं है।`,
    nobody: task => `${task} किसी को नहीं दिया गया, इसलिए वह किसी योजना में नहीं है।`,
    nothingLate: names => `${names} की योजना में कुछ भी देर से ख़त्म नहीं होता।`,
    noTask: 'मुझे इन शब्दों वाला कोई खुला काम नहीं मिला जिसे आप देख सकें।',
    duration: duration('घंटे', 'मिनट'),
  },
}
