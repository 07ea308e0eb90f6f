import type { Language } from '#shared/contract/common'

export interface Sayings {
  today: string
  yesterday: string
  week: string
  people: string
  logbooks: string
  help: string
  summarise(name: string): string
  todayIn(name: string): string
  whoWroteIn(name: string): string
  countIn(name: string): string
  wroteThisWeek(person: string): string
  about(words: string): string
  openIn(space: string): string
  lateIn(space: string): string
}

/** What is suggested to ask, in words that built-in Mate understands. */
export const sayings: Readonly<Record<Language, Sayings>> = {
  en: {
    today: 'What was logged today?',
    yesterday: 'Summary of yesterday',
    week: 'How many logs were written this week?',
    people: 'Who is here?',
    logbooks: 'Which logbooks are there?',
    help: 'What can you do?',
    summarise: name => `Summarise ${name}`,
    todayIn: name => `What was logged today in ${name}?`,
    whoWroteIn: name => `Who wrote in ${name} this week?`,
    countIn: name => `How many logs are in ${name} this week?`,
    wroteThisWeek: person => `What did ${person} write this week?`,
    about: words => `What was logged about “${words}”?`,
    openIn: space => `Which tasks are open in ${space}?`,
    lateIn: space => `Which tasks are late in ${space}?`,
  },
  de: {
    today: 'Einträge von heute',
    yesterday: 'Zusammenfassung von gestern',
    week: 'Wie viele Einträge gab es diese Woche?',
    people: 'Wer ist hier?',
    logbooks: 'Welche Logbücher gibt es?',
    help: 'Was kannst du?',
    summarise: name => `Fasse ${name} zusammen`,
    todayIn: name => `Einträge von heute in ${name}`,
    whoWroteIn: name => `Wer schrieb diese Woche in ${name}?`,
    countIn: name => `Wie viele Einträge hat ${name} diese Woche?`,
    wroteThisWeek: person => `Was hat ${person} diese Woche geschrieben?`,
    about: words => `Welche Einträge gibt es zu „${words}“?`,
    openIn: space => `Welche Aufgaben sind in ${space} offen?`,
    lateIn: space => `Welche Aufgaben sind in ${space} überfällig?`,
  },
  es: {
    today: 'Entradas de hoy',
    yesterday: 'Resumen de ayer',
    week: '¿Cuántas entradas hay esta semana?',
    people: '¿Quién está aquí?',
    logbooks: '¿Qué bitácoras hay?',
    help: '¿Qué puedes hacer?',
    summarise: name => `Resume ${name}`,
    todayIn: name => `Entradas de hoy en ${name}`,
    whoWroteIn: name => `¿Quién escribió en ${name} esta semana?`,
    countIn: name => `¿Cuántas entradas hay en ${name} esta semana?`,
    wroteThisWeek: person => `Entradas de ${person} de esta semana`,
    about: words => `¿Qué se registró sobre «${words}»?`,
    openIn: space => `¿Qué tareas están abiertas en ${space}?`,
    lateIn: space => `¿Qué tareas están atrasadas en ${space}?`,
  },
  hi: {
    today: 'आज के लॉग',
    yesterday: 'कल का सारांश',
    week: 'इस हफ़्ते कितने लॉग लिखे गए?',
    people: 'यहाँ कौन है?',
    logbooks: 'कौन सी लॉगबुक हैं?',
    help: 'आप क्या कर सकते हैं?',
    summarise: name => `${name} का सारांश`,
    todayIn: name => `आज ${name} में लॉग`,
    whoWroteIn: name => `इस हफ़्ते ${name} में किसने लिखा?`,
    countIn: name => `इस हफ़्ते ${name} में कितने लॉग लिखे गए?`,
    wroteThisWeek: person => `इस हफ़्ते ${person} के लॉग`,
    about: words => `“${words}” के लॉग`,
    openIn: space => `${space} में खुले टास्क`,
    lateIn: space => `${space} में देर से चल रहे टास्क`,
  },
}

export function sayingsFor(language: string): Sayings {
  return sayings[language as Language] ?? sayings.en
}

interface GuestSayings {
  help: string
  what: string
  upload: string
  privacy: string
  keep: string
  decisions: string
  actions: string
  speakers: string
  summary: string
}

/** The same for guests. */
export const guestSayings: Readonly<Record<Language, GuestSayings>> = {
  en: {
    help: 'What can you do here?',
    what: 'What is Wheelhouse?',
    upload: 'How do I upload a recording?',
    privacy: 'What happens to my recording?',
    keep: 'How do I keep it?',
    decisions: 'List the decisions',
    actions: 'List the action items',
    speakers: 'Name the speakers',
    summary: 'Summarise the recording',
  },
  de: {
    help: 'Was kannst du hier?',
    what: 'Was ist Wheelhouse?',
    upload: 'Wie kann ich eine Aufnahme hochladen?',
    privacy: 'Was passiert mit meiner Aufnahme?',
    keep: 'Wie kann ich sie behalten?',
    decisions: 'Liste die Entscheidungen auf',
    actions: 'Liste die Aufgaben auf',
    speakers: 'Wer sind die Sprecher?',
    summary: 'Fasse die Aufnahme zusammen',
  },
  es: {
    help: '¿Qué puedes hacer aquí?',
    what: '¿Qué es Wheelhouse?',
    upload: '¿Cómo subo una grabación?',
    privacy: '¿Qué pasa con mi grabación?',
    keep: '¿Cómo la conservo?',
    decisions: 'Enumera las decisiones',
    actions: 'Enumera las tareas',
    speakers: '¿Quiénes son los hablantes?',
    summary: 'Resume la grabación',
  },
  hi: {
    help: 'आप यहाँ क्या कर सकते हैं?',
    what: 'Wheelhouse क्या है?',
    upload: 'रिकॉर्डिंग कैसे अपलोड करूँ?',
    privacy: 'मेरी रिकॉर्डिंग का क्या होता है?',
    keep: 'मैं इसे कैसे रखूँ?',
    decisions: 'निर्णयों की सूची दें',
    actions: 'करने के काम बताएँ',
    speakers: 'वक्ता कौन हैं?',
    summary: 'रिकॉर्डिंग का सारांश',
  },
}

export function guestSayingsFor(language: string): GuestSayings {
  return guestSayings[language as Language] ?? guestSayings.en
}
