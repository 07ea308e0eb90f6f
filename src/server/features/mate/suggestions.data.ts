interface Sayings {
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
const sayings: Readonly<Record<string, Sayings>> = {
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
}

export function sayingsFor(language: string): Sayings {
  return sayings[language] ?? (sayings.en as Sayings)
}
