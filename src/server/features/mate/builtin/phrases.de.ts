import { anyOf, counting, nothingBut } from '../../../platform/words/patterns'
import { stopWords } from '../../../platform/words/stop-words.data'
import type { Phrases } from './phrases'

const locale = 'de-DE'
const { figure, some } = counting(locale)

export const german: Phrases = {
  locale,
  asks: {
    help: anyOf('was kannst du', 'hilfe', 'was weißt du', 'wie funktionierst du'),
    greeting: nothingBut('hallo', 'hi', 'moin', 'guten (?:morgen|tag|abend)'),
    thanks: nothingBut('danke', 'danke schön', 'dankeschön', 'vielen dank', 'besten dank'),
    news: anyOf("was gibt(?:'s| es) neues", 'was ist neu', '(?:et)?was neues', 'neuigkeiten'),
    logbooks: anyOf('(?:welche|zeige?|liste|meine|alle)(?: \\p{L}+)* (?:logbücher|dokumente|notizen)'),
    summary: anyOf(
      'zusammenfassung',
      'zusammenfassen',
      'fasse?',
      'was ist (?:heute |gestern )?passiert',
      'was war los',
      'überblick',
      'kurzfassung',
    ),
    count: anyOf('wie viele?', 'wieviele?', 'anzahl'),
    whoWrote: anyOf('wer (?:hat|schrieb|meldete|erwähnte|notierte)(?: \\p{L}+)*'),
    people: anyOf(
      'wer ist (?:noch )?(?:hier|da|im team|dabei)',
      'wer arbeitet(?: \\p{L}+)*',
      'wer (?:sind|ist) (?:die |der )?(?:inhaber(?:in)?|admins?|mitglieder|leute)',
      '(?:zeige?|liste|welche) (?:alle )?(?:die )?(?:leute|mitglieder|personen|kollegen|inhaber|admins)',
    ),
    logs: anyOf(
      'einträge?',
      'eintrag',
      'geschrieben',
      'schrieb',
      'protokolliert',
      'notiert',
      'gemeldet',
      'finde',
      'suche?',
      'zeige?',
      'etwas',
      'erwähnt',
      'neueste\\p{L}*',
      'letzte\\p{L}*',
      'über',
      'zu',
    ),
  },
  times: {
    today: anyOf('heute', 'bisher'),
    yesterday: anyOf('gestern'),
    thisWeek: anyOf('(?:in )?(?:diese|dieser|die|der) woche'),
    lastWeek: anyOf('letzte woche', 'vorige woche', 'in der letzten woche'),
    lastDays: anyOf('(?:in den )?letzten (\\d{1,3}) tage?n?'),
    weekdays: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'].map(day => anyOf(day)),
  },
  orgRoles: { owner: anyOf('inhaber(?:in|innen)?'), admin: anyOf('admins?') },
  myself: anyOf('habe ich', 'ich (?:habe|schrieb|notierte)', 'von mir', 'meine einträge'),
  stopWords: stopWords.de,
  most: anyOf('am meisten'),
  write: anyOf('(?:bitte )?(?:schreibe?|notiere?|trage?|protokolliere?|logge?)(?: \\p{L}+){0,3} (?:in|ins|im)'),
  say: {
    help: [
      'Ich antworte aus dem, was du in diesem Arbeitsbereich öffnen kannst. Frag mich zum Beispiel:',
      '- *Wer ist hier?* oder *Wer sind die Inhaber?*',
      '- *Welche Logbücher gibt es?*',
      '- *Einträge von heute*, *… gestern von Tom*, *… über Bremsen*, *… im Bay log letzte Woche*',
      '- *Fasse Bay log zusammen*, *Zusammenfassung von gestern*',
      '- *Wie viele Einträge gab es diese Woche?*, *Wer schrieb über die Pumpe?*',
      '- *Schreibe in Bay log: Bremsbeläge gewechselt* – ich zeige dir den Text, und du bestätigst ihn',
    ].join('\n'),
    greeting: name =>
      `Hallo ${name}. Frag mich nach den Leuten und Logbüchern, die du hier öffnen kannst, oder: *Was kannst du?*`,
    thanks: 'Gern geschehen.',
    notUnderstood: 'Diese Frage habe ich nicht verstanden.',
    modelHint:
      'Ich kenne eine feste Reihe von Fragen; *Was kannst du?* zählt sie auf. Ein Betreiber kann ein Sprachmodell verbinden, dann kannst du frei fragen.',
    found: words => `Das habe ich zu „${words}“ gefunden:`,
    foundInstead: (words, instead) => `Das habe ich zu „${instead}“ gefunden; „${words}“ steht nirgends:`,
    foundPartly: words => `Nichts, was du öffnen kannst, erwähnt „${words}“ zusammen. Am nächsten kommt:`,
    missing: words => `Nichts, was du öffnen kannst, erwähnt „${words}“.`,
    foundNothing: words =>
      `Ich habe die Einträge, Dokumente, Besprechungen, Graphen, Personen, Kameras und Bildschirme durchsucht, die du öffnen kannst, und nichts zu „${words}“ gefunden.`,
    writtenLast: 'Zuletzt geschrieben wurde in:',
    people: count => (count === 1 ? 'Hier ist eine Person:' : `Hier sind ${figure(count)} Personen:`),
    morePeople: count => `und ${some(count, 'weitere Person', 'weitere Personen')}`,
    peopleNone: 'Hier passt niemand dazu.',
    org_role: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied' },
    logbooks: count => `Du kannst ${some(count, 'Logbuch oder Dokument', 'Logbücher und Dokumente')} öffnen:`,
    moreLogbooks: count => `und ${some(count, 'weiteres', 'weitere')}`,
    gone: {
      log: 'ein Eintrag, den es nicht mehr gibt oder den du nicht öffnen kannst',
      document: 'ein Logbuch oder Dokument, das es nicht mehr gibt oder das du nicht öffnen kannst',
    },
    logbooksNone: 'Es gibt noch kein Logbuch, das du öffnen kannst. Lege eines unter Logbücher an.',
    logs: (count, more, when, by, about) =>
      `${more ? `Die neuesten ${figure(count)} Einträge` : some(count, 'Eintrag', 'Einträge')}${about}${by}${when}:`,
    happened: when => ` (geschehen ${when})`,
    saidInMeetings: 'In Besprechungen gesagt:',
    logsNone: (when, by, about) => `Unter denen, die du öffnen kannst, fand ich keinen Eintrag${about}${by}${when}.`,
    counted: (count, when, by, about) =>
      `${some(count, 'Eintrag', 'Einträge')}${about}${by}${when}, von denen, die du öffnen kannst.`,
    wrote: (name, count) => `${name} schrieb ${some(count, 'Eintrag', 'Einträge')}:`,
    othersWrote: count => `${some(count, 'weiterer Eintrag ist', 'weitere Einträge sind')} von anderen.`,
    summary: (of, count, people, from, to) =>
      `**${of}**: ${some(count, 'Eintrag', 'Einträge')} von ${some(people, 'Person', 'Personen')}, ${from === to ? from : `${from} bis ${to}`}. Die Sätze unten stammen aus den Einträgen selbst.`,
    summaryNone: of => `**${of}**: Es wurde nichts eingetragen, was du öffnen kannst.`,
    everything: 'Alles, was du öffnen kannst',
    mostAbout: words => `Am häufigsten erwähnt: ${words}.`,
    writeInto: name => `In ${name} eintragen`,
    proposal: logbook => `Das würde ich in ${logbook} eintragen. Eingetragen wird erst, wenn du den Knopf drückst.`,
    proposalNone:
      'Ich fand kein Logbuch dieses Namens, in das du schreiben kannst. *Welche Logbücher gibt es?* zählt sie auf.',
    by: name => ` von ${name}`,
    about: words => ` zu „${words}“`,
    inLogbook: name => ` in ${name}`,
    when: {
      today: ' von heute',
      yesterday: ' von gestern',
      thisWeek: ' in dieser Woche',
      lastWeek: ' in der letzten Woche',
      lastDays: days => ` in den letzten ${days} Tagen`,
      on: day => ` am ${day}`,
    },
  },
}
