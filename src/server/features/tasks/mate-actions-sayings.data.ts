import type { Language } from '#shared/contract/common'

interface TaskActionSayings {
  locale: string
  /** The texts of options; titles and names are plain. */
  label: {
    create(title: string): string
    done(title: string): string
    start(title: string): string
    assign(title: string, names: readonly string[]): string
    move(title: string): string
    change(title: string): string
    archive(title: string): string
  }
  /** Shown beside the option of a new task. */
  newTask: string
  newReminder: string
  /** Shown beside the options of changes; `tasks` are finished markdown. */
  change(tasks: string): string
  noneNamed: string
  /** The tasks are so already, or may not become so. */
  noDifference(tasks: string): string
  notAllowed: string
  noSpace: string
  noDay: string
  whichTasks: string
}

const listed = (locale: string, names: readonly string[]) =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)

/** What Mate says about new and changed tasks without a model, and the texts of their options. */
export const taskActionSayings: Record<Language, TaskActionSayings> = {
  en: {
    locale: 'en-US',
    label: {
      create: title => `Create “${title}”`,
      done: title => `Mark “${title}” as done`,
      start: title => `Set “${title}” to in progress`,
      assign: (title, names) => `Assign “${title}” to ${listed('en-US', names)}`,
      move: title => `Move the deadline of “${title}”`,
      change: title => `Change “${title}”`,
      archive: title => `Archive “${title}”`,
    },
    newTask: 'I can create this task. Nothing is created until you press the button.',
    newReminder: 'I can add this to your tasks. Nothing is created until you press the button.',
    change: tasks => `I can change ${tasks}. Nothing changes until you press the button.`,
    noneNamed: 'I found no task with these words that you can see.',
    noDifference: tasks => `That makes no difference to ${tasks}, or it cannot go from its status to this one.`,
    notAllowed: 'I cannot propose that: you may not give tasks to others here, or they cannot see the space.',
    noSpace: 'There is no space in which you can create a task.',
    noDay: 'I did not understand to which day it should move.',
    whichTasks: 'What are my tasks?',
  },
  de: {
    locale: 'de-DE',
    label: {
      create: title => `„${title}“ anlegen`,
      done: title => `„${title}“ als erledigt markieren`,
      start: title => `„${title}“ in Arbeit nehmen`,
      assign: (title, names) => `„${title}“ an ${listed('de-DE', names)} geben`,
      move: title => `Frist von „${title}“ verschieben`,
      change: title => `„${title}“ ändern`,
      archive: title => `„${title}“ archivieren`,
    },
    newTask: 'Ich kann diese Aufgabe anlegen. Bis du die Schaltfläche drückst, geschieht nichts.',
    newReminder: 'Ich kann das zu deinen Aufgaben hinzufügen. Bis du die Schaltfläche drückst, geschieht nichts.',
    change: tasks => `Ich kann ${tasks} ändern. Bis du die Schaltfläche drückst, ändert sich nichts.`,
    noneNamed: 'Ich fand keine Aufgabe mit diesen Worten, die du sehen kannst.',
    noDifference: tasks => `Für ${tasks} ändert das nichts, oder der Status lässt es nicht zu.`,
    notAllowed:
      'Das kann ich nicht vorschlagen: Du darfst hier anderen keine Aufgaben geben, oder sie können den Raum nicht sehen.',
    noSpace: 'Es gibt keinen Raum, in dem du eine Aufgabe anlegen kannst.',
    noDay: 'Ich habe nicht verstanden, auf welchen Tag verschoben werden soll.',
    whichTasks: 'Welche Aufgaben habe ich?',
  },
  es: {
    locale: 'es-ES',
    label: {
      create: title => `Crear «${title}»`,
      done: title => `Marcar «${title}» como hecha`,
      start: title => `Poner «${title}» en curso`,
      assign: (title, names) => `Asignar «${title}» a ${listed('es-ES', names)}`,
      move: title => `Mover el vencimiento de «${title}»`,
      change: title => `Cambiar «${title}»`,
      archive: title => `Archivar «${title}»`,
    },
    newTask: 'Puedo crear esta tarea. No se crea nada hasta que pulses el botón.',
    newReminder: 'Puedo añadir esto a tus tareas. No se crea nada hasta que pulses el botón.',
    change: tasks => `Puedo cambiar ${tasks}. Nada cambia hasta que pulses el botón.`,
    noneNamed: 'No encontré ninguna tarea con esas palabras que puedas ver.',
    noDifference: tasks => `Eso no cambia nada en ${tasks}, o su estado no lo permite.`,
    notAllowed: 'No puedo proponer eso: aquí no puedes dar tareas a otras personas, o no pueden ver el espacio.',
    noSpace: 'No hay ningún espacio en el que puedas crear una tarea.',
    noDay: 'No entendí a qué día se debe mover.',
    whichTasks: '¿Cuáles son mis tareas?',
  },
  hi: {
    locale: 'hi-IN',
    label: {
      create: title => `“${title}” बनाएँ`,
      done: title => `“${title}” को पूरा करें`,
      start: title => `“${title}” को चालू करें`,
      assign: (title, names) => `“${title}” ${listed('hi-IN', names)} को दें`,
      move: title => `“${title}” की समय-सीमा बदलें`,
      change: title => `“${title}” बदलें`,
      archive: title => `“${title}” को संग्रहित करें`,
    },
    newTask: 'मैं यह काम बना सकता हूँ। बटन दबाने तक कुछ नहीं बनेगा।',
    newReminder: 'मैं इसे आपके कामों में जोड़ सकता हूँ। बटन दबाने तक कुछ नहीं बनेगा।',
    change: tasks => `मैं ${tasks} बदल सकता हूँ। बटन दबाने तक कुछ नहीं बदलेगा।`,
    noneNamed: 'मुझे इन शब्दों वाला कोई काम नहीं मिला जिसे आप देख सकें।',
    noDifference: tasks => `इससे ${tasks} में कुछ नहीं बदलता, या उसकी स्थिति इसकी अनुमति नहीं देती।`,
    notAllowed: 'मैं यह नहीं सुझा सकता: आपको यहाँ दूसरों को काम देने की अनुमति नहीं है, या वे वह स्थान नहीं देख सकते।',
    noSpace: 'ऐसा कोई स्थान नहीं है जिसमें आप काम बना सकें।',
    noDay: 'मुझे समझ नहीं आया कि इसे किस दिन पर ले जाना है।',
    whichTasks: 'मेरे काम क्या हैं?',
  },
}
