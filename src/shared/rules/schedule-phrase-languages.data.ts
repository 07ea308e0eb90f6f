import type { Language } from '../contract/common'

type Replacement = readonly [pattern: string, english: string]

const hours = '\\d{1,2}(?:[:.]\\d{2})?'
const list = `${hours}(?:(?:, | und | y | और )${hours})*`

const german: readonly Replacement[] = [
  ['(?:jede|alle) halbe Stunde|halbstündlich', 'every half hour'],
  ['(?:jede|alle) Viertelstunden?|viertelstündlich', 'every quarter of an hour'],
  ['(?:jede|alle) Minuten?', 'every minute'],
  ['jede Stunde|stündlich', 'every hour'],
  ['alle (\\d{1,6}) Min(?:uten|\\.)?', 'every $1 minutes'],
  ['alle (\\d{1,6}) (?:Stunden|Std\\.?)', 'every $1 hours'],
  ['alle zwei Stunden', 'every 2 hours'],
  ['alle zehn Minuten', 'every 10 minutes'],
  ['jeden (?:Werktag|Arbeitstag)|an (?:Werktagen|Arbeitstagen)|werktags', 'every weekday'],
  ['jedes Wochenende|an (?:jedem Wochenende|Wochenenden)|am Wochenende', 'on weekends'],
  ['jeden Morgen', 'every morning'],
  ['jeden (?:Mittag|Vormittag)', 'every noon'],
  ['jeden Nachmittag', 'every afternoon'],
  ['jeden Abend', 'every evening'],
  ['jede Nacht', 'every night'],
  ['jeden Tag|täglich', 'every day'],
  [`um (${list}) Uhr`, 'at $1'],
  [`um (${list})`, 'at $1'],
  ['um Mitternacht', 'at midnight'],
  ['mittags|um zwölf Uhr mittags', 'at noon'],
  [`(?:von|zwischen) (${hours})(?: Uhr)? (?:bis|und) (${hours})(?: Uhr)?`, 'from $1 to $2'],
  ['morgens|am Morgen|vormittags', 'in the morning'],
  ['nachmittags|am Nachmittag', 'in the afternoon'],
  ['abends|am Abend', 'in the evening'],
  ['nachts|in der Nacht', 'at night'],
]
const spanish: readonly Replacement[] = [
  ['cada media hora', 'every half hour'],
  ['cada cuarto de hora', 'every quarter of an hour'],
  ['cada (\\d{1,6}) min(?:utos?)?', 'every $1 minutes'],
  ['cada (\\d{1,6}) horas?', 'every $1 hours'],
  ['cada minuto', 'every minute'],
  ['cada hora', 'every hour'],
  ['(?:todos los|cada) días? laborables?|(?:los )?días laborables|entre semana', 'every weekday'],
  ['(?:todos )?los fines de semana|cada fin de semana', 'on weekends'],
  ['cada mañana|todas las mañanas', 'every morning'],
  ['cada tarde|todas las tardes', 'every afternoon'],
  ['cada noche|todas las noches', 'every night'],
  ['cada día|todos los días|diariamente|a diario', 'every day'],
  [`a las? (${list}) de la tarde`, 'at $1 in the afternoon'],
  [`a las? (${list}) de la noche`, 'at $1 in the evening'],
  [`a las? (${list})(?: de la mañana)?`, 'at $1'],
  ['al mediodía', 'at noon'],
  ['a medianoche', 'at midnight'],
  [`(?:de|desde las?|entre las?) (${hours}) (?:a|hasta las?|y las?) (${hours})(?: horas)?`, 'from $1 to $2'],
  ['por la mañana', 'in the morning'],
  ['por la tarde', 'in the afternoon'],
  ['por la noche', 'at night'],
]
const hindi: readonly Replacement[] = [
  ['हर आधे? घंटे', 'every half hour'],
  ['हर (\\d{1,6}) मिनट(?: में| पर)?', 'every $1 minutes'],
  ['हर (\\d{1,6}) घंटे(?: में| पर)?', 'every $1 hours'],
  ['हर मिनट', 'every minute'],
  ['हर घंटे', 'every hour'],
  [`(${hours}) (?:बजे )?से (${hours}) बजे(?: तक)?`, 'from $1 to $2'],
  [`शाम (?:को )?(${list}) बजे`, 'at $1 in the evening'],
  [`दोपहर (?:को )?(${list}) बजे`, 'at $1 in the afternoon'],
  [`रात (?:को )?(${list}) बजे`, 'at $1 at night'],
  [`(?:सुबह )?(${list}) बजे`, 'at $1'],
  ['(?:हर )?(?:कार्यदिवस|कामकाजी दिन)', 'every weekday'],
  ['हर सप्ताहांत', 'on weekends'],
  ['हर सुबह', 'every morning'],
  ['हर दोपहर', 'every afternoon'],
  ['हर शाम', 'every evening'],
  ['हर रात', 'every night'],
  ['हर दिन|हर रोज़?|रोज़ाना|रोज़|प्रतिदिन', 'every day'],
]

/** The names of the days from Monday on, and how each language says “every Monday” and “on Mondays”. */
const dayNames = {
  de: {
    names: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', '(?:Samstag|Sonnabend)', 'Sonntag'],
    every: (day: string) => `(?:an )?jeden ${day}|(?:am )?${day}s`,
    range: 'bis',
    and: 'und',
  },
  es: {
    names: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados?', 'domingos?'],
    every: (day: string) => `cada ${day}|(?:todos )?los ${day}`,
    range: 'a',
    and: 'y',
  },
  hi: {
    names: ['सोमवार', 'मंगलवार', 'बुधवार', '(?:गुरुवार|बृहस्पतिवार)', 'शुक्रवार', 'शनिवार', 'रविवार'],
    every: (day: string) => `हर ${day}(?: को)?`,
    range: 'से',
    and: 'और',
  },
} as const
const englishDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const whole = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}])`, 'giu')

type Rule = readonly [RegExp, string]

function rulesOf(language: keyof typeof dayNames, phrases: readonly Replacement[]): readonly Rule[] {
  const { names, every, range, and } = dayNames[language]
  const rules: Rule[] = phrases.map(([pattern, english]) => [whole(pattern), english])
  const ranges: Rule[] = names.flatMap((first, from) =>
    names.map(
      (last, to): Rule => [
        whole(`(?:von |de |vom )?${first} ${range} ${last}(?: तक)?`),
        `from ${englishDays[from]} to ${englishDays[to]}`,
      ],
    ),
  )
  const named: Rule[] = names.map((day, at) => [whole(every(day)), `every ${englishDays[at]}`])
  // “jeden Montag und Donnerstag”: the second day follows one that is in English by now.
  const further: Rule[] = names.map((day, at) => [
    new RegExp(
      `(?<=every (?:${englishDays.join('|')})(?:(?:, | and )(?:${englishDays.join('|')}))*)(?:, | ${and} )(?:los )?${day}s?(?!\\p{L})`,
      'giu',
    ),
    ` and ${englishDays[at]}`,
  ])
  return [...ranges, ...named, ...further, ...further, ...rules]
}

const phrases = { de: german, es: spanish, hi: hindi }
/** Made with the first sentence in a language: hundreds of patterns, which would delay every start of the server. */
const rules: { [language in keyof typeof phrases]?: readonly Rule[] } = {}

/** A sentence with its common words for times and repetitions in English; everything else stays as it is. */
export function timesInEnglish(sentence: string, language: Language): string {
  if (language === 'en') return sentence
  rules[language] ??= rulesOf(language, phrases[language])
  return rules[language].reduce(
    (text, [pattern, english]) =>
      text.replace(pattern, (...found: string[]) =>
        english.replace(/\$(\d)/g, (_, group) => (found[Number(group)] ?? '').replace(/ (?:und|y|और) /g, ' and ')),
      ),
    sentence,
  )
}
