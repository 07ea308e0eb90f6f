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
  },
}

export function sayingsFor(language: string): Sayings {
  return sayings[language as Language] ?? sayings.en
}
