import { plainWords, questionLink } from '../../../platform/markdown'
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
    planned: anyOf(
      'was (?:muss|soll|sollen|müssen|habe|haben|kann) (?:ich|wir)(?: \\p{L}+)* (?:tun|machen|erledigen)',
      'was (?:ist|steht|liegt)(?: \\p{L}+)* (?:zu tun|geplant|an|fällig)',
      '(?:meine|unsere|offene|welche)(?: offenen?)? (?:aufgaben|pläne|termine)',
    ),
    open: anyOf('(?<=^)(?:bitte )?(?:öffne|geh zu|gehe zu)'),
    news: anyOf(
      "was gibt(?:'s| es) neues",
      'was ist neu',
      '(?:et)?was neues',
      'neuigkeiten',
      'was passiert',
      'was ist los',
    ),
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
    compare: anyOf('vergleiche?', 'vergleich', 'mehr', 'weniger', 'als', 'unterschied', 'gegenüber', 'oder'),
    count: anyOf('wie viele?', 'wieviele?', 'wie oft', 'anzahl'),
    whoWrote: anyOf('wer (?:hat|schrieb|meldete|erwähnte|notierte)(?: \\p{L}+)*'),
    where: anyOf(
      'in welche[mn] (?:logbuch|logbüchern|dokumente?n?)',
      'welches logbuch (?:erwähnt|nennt|hat)',
      'wo (?:steht|stehen|wird|wurde|wurden|ist|haben wir)(?: \\p{L}+)* (?:geschrieben|erwähnt|notiert|eingetragen)',
      'wo (?:steht|stehen)(?: etwas)?',
    ),
    isDone: anyOf(
      '(?<=^)(?:ist|sind|war|waren|wurde|wurden|hat|haben)(?: [^ ]+)* (?:fertig|erledigt|repariert|behoben|geschlossen|gewechselt|ersetzt|bestellt|gelöst|bezahlt|geliefert|gereinigt|verschickt|geprüft|getestet|abgeschlossen|gemacht)',
      '(?<=^)(?:ist|sind)(?: [^ ]+)* noch(?: [^ ]+)*',
    ),
    when: anyOf('wann', 'um wie viel uhr', 'an welchem tag'),
    last: anyOf(
      'zuletzt',
      '(?:der|den|das|die|dem|vom) (?:letzte|neueste|jüngste)[nrms]?(?! (?:\\d+ )?einträge)',
      '(?:letzter?|neuester?|jüngster?) eintrag',
      '(?:letzten|neuesten) \\d{1,2} einträge',
    ),
    first: anyOf(
      'zuerst',
      'zum ersten mal',
      '(?:der|den|das|die|dem) (?:erste|älteste)[nrms]?',
      '(?:erster|ältester) eintrag',
    ),
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
  search: anyOf('(?<=^)(?:bitte )?(?:suche?|finde?)(?: nach)?'),
  counts: {
    people: anyOf('leute', 'personen', 'mitglieder', 'kollegen', 'inhaber', 'admins', 'menschen'),
    logbooks: anyOf('logbücher', 'dokumente', 'notizen'),
  },
  countsLogs: anyOf(
    'eintrag',
    'einträgen?',
    'einträge',
    'eingetragen',
    'geschrieben',
    'schrieb',
    'notiert',
    'gemeldet',
    'erwähn\\p{L}*',
    'mal',
    'oft',
  ),
  dimensions: {
    person: anyOf('wer', 'person(?:en)?', 'leute', 'mitglied(?:er)?', 'kollegen?'),
    logbook: anyOf('logbuch', 'logbüchern?', 'wo'),
    day: anyOf('tag(?:en?)?', 'wann', 'täglich'),
    label: anyOf('labels?', 'kennzeichen', 'etiketten?'),
  },
  each: anyOf('pro', 'je', 'jede[rnsm]?', 'nach', 'täglich'),
  most: anyOf('(?:am |die |den |das )?meisten', 'am häufigsten', 'am vollsten', 'höchste[nr]?'),
  fewest: anyOf('(?:am |die |den |das )?wenigsten', 'am seltensten', 'am ruhigsten', 'niedrigste[nr]?'),
  done: anyOf(
    'fertig|erledigt|repariert|behoben|geschlossen|gewechselt|ersetzt|bestellt|gelöst|bezahlt|geliefert|gereinigt|verschickt|geprüft|getestet|abgeschlossen',
  ),
  followUp: {
    begins: anyOf('(?<=^)(?:und|nur|aber|auch|was ist mit|wie ist es mit|wie sieht es aus mit|dann)'),
    refers: anyOf('davon|darüber|daran|das'),
    more: anyOf(
      '(?<=^)(?:zeige? )?(?:mir )?(?:noch )?(?:mehr|weitere|die nächsten)(?: einträge| davon)?(?: zeigen| anzeigen)?(?=[^\\p{L}]*$)',
    ),
  },
  times: {
    today: anyOf('heute', 'bisher'),
    yesterday: anyOf('gestern'),
    thisWeek: anyOf('(?:in )?(?:diese|dieser|die|der) woche'),
    lastWeek: anyOf('letzte woche', 'vorige woche', '(?:in )?der letzten woche', 'letzter woche'),
    lastDays: anyOf('(?:in den )?letzten (\\d{1,3}) tage?n?'),
    dayBeforeYesterday: anyOf('vorgestern'),
    tomorrow: anyOf('morgen'),
    nextWeek: anyOf('(?:in der )?nächste[nr]? woche', 'kommende[nr]? woche'),
    thisMonth: anyOf('(?:in )?diese[nm]? monat'),
    lastMonth: anyOf('(?:im )?(?:letzte|vorige|vergangene)[nm]? monat'),
    next: /(nächste|kommende)[nrsm]?\s*$/,
    through: /^\s*(?:bis|bis zum|-|–)\s*$/,
    since: { before: /(?<!\p{L})seit\s*$/u, after: /(?!)/ },
    weekdays: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'].map(day => anyOf(day)),
  },
  orgRoles: { owner: anyOf('inhaber(?:in|innen)?'), admin: anyOf('admins?') },
  myself: anyOf('habe ich', 'ich (?:habe|schrieb|notierte)', 'von mir', 'meine einträge'),
  stopWords: stopWords.de,
  write: anyOf('(?:bitte )?(?:schreibe?|notiere?|trage?|protokolliere?|logge?)(?: \\p{L}+){0,3} (?:in|ins|im)'),
  say: {
    help: logbook =>
      [
        'Ich antworte aus dem, was du in diesem Arbeitsbereich öffnen kannst. Drücke ein Beispiel oder frag mit deinen Worten:',
        `- ${questionLink('Was gibt es Neues?')} ${questionLink('Einträge von heute')} ${questionLink('Was habe ich diese Woche geschrieben?')}`,
        ...(logbook === null
          ? []
          : [
              `- ${questionLink(`Fasse ${logbook} zusammen`)} ${questionLink(`Was ist der letzte Eintrag in ${logbook}?`)} ${questionLink(`Öffne ${logbook}`)}`,
            ]),
        `- ${questionLink('Wie viele Einträge pro Person?')} ${questionLink('An welchem Tag gab es die meisten Einträge?')} ${questionLink('Vergleiche diese Woche und letzte Woche')}`,
        `- ${questionLink('Wer ist hier?')} ${questionLink('Welche Logbücher gibt es?')} ${questionLink('Welche Kameras gibt es?')} ${questionLink('Was zeigen die Graphen?')}`,
        '- Jeder Name, jede Nummer, jede Frage: ich durchsuche alles, was du öffnen kannst, und zeige dir das Beste daraus.',
        '- Du kannst weiterfragen: „und gestern?“, „wie viele?“, „mehr zeigen“.',
        ...(logbook === null
          ? []
          : [`- „Schreibe in ${plainWords(logbook)}: …“ – ich zeige dir den Text, und du bestätigst ihn.`]),
      ].join('\n'),
    greeting: name =>
      `Hallo ${name}. Frag mich nach den Leuten und Logbüchern, die du hier öffnen kannst, oder: ${questionLink('Was kannst du?')}`,
    thanks: 'Gern geschehen.',
    notUnderstood: 'Diese Frage habe ich nicht verstanden.',
    modelHint: `Ich suche und zähle, aber ich denke nicht nach; ${questionLink('Was kannst du?')} zeigt, was du fragen kannst. Ein Betreiber kann ein Sprachmodell verbinden, dann kannst du frei fragen.`,
    found: words => `Das habe ich zu „${words}“ gefunden:`,
    foundInstead: (words, instead) => `Das habe ich zu „${instead}“ gefunden; „${words}“ steht nirgends:`,
    foundPartly: words => `Nichts, was du öffnen kannst, erwähnt „${words}“ zusammen. Am nächsten kommt:`,
    missing: words => `Nichts, was du öffnen kannst, erwähnt „${words}“.`,
    foundNothing: words =>
      `Ich habe die Einträge, Dokumente, Besprechungen, Graphen, Personen, Kameras und Bildschirme durchsucht, die du öffnen kannst, und nichts zu „${words}“ gefunden.`,
    people: count => (count === 1 ? 'Hier ist eine Person:' : `Hier sind ${figure(count)} Personen:`),
    morePeople: count => `und ${some(count, 'weitere Person', 'weitere Personen')}`,
    peopleNone: 'Hier passt niemand dazu.',
    org_role: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied' },
    logbooks: count => `Du kannst ${some(count, 'Logbuch oder Dokument', 'Logbücher und Dokumente')} öffnen:`,
    moreLogbooks: count => `und ${some(count, 'weiteres', 'weitere')}`,
    gone: {
      log: 'ein Eintrag, den es nicht mehr gibt oder den du nicht öffnen kannst',
      document: 'ein Logbuch oder Dokument, das es nicht mehr gibt oder das du nicht öffnen kannst',
      job: 'ein Job, den es nicht mehr gibt oder den du nicht sehen kannst',
    },
    logbooksNone: 'Es gibt noch kein Logbuch, das du öffnen kannst. Lege eines unter [Logbücher](#/docs) an.',
    logs: (count, more, when, by, about) =>
      `${more ? `Die neuesten ${figure(count)} Einträge` : some(count, 'Eintrag', 'Einträge')}${about}${by}${when}:`,
    happened: when => ` (geschehen ${when})`,
    saidInMeetings: 'In Besprechungen gesagt:',
    logsNone: (when, by, about) => `Unter denen, die du öffnen kannst, fand ich keinen Eintrag${about}${by}${when}.`,
    counted: (count, when, by, about) =>
      `${some(count, 'Eintrag', 'Einträge')}${about}${by}${when}, von denen, die du öffnen kannst.`,
    mentioned: (count, words, beside) =>
      `${count === 1 ? 'Ein Eintrag erwähnt' : `${figure(count)} Einträge erwähnen`} „${words}“${beside}. Ich zähle Einträge und Labels, nicht, wovon Einträge berichten.`,
    someLogs: count => some(count, 'Eintrag', 'Einträge'),
    most: (name, logs) => `Am meisten: ${name}, ${logs}.`,
    fewest: (name, logs) => `Am wenigsten: ${name}, ${logs}.`,
    fewestNote: 'Es zählt nur, wer oder was mindestens einen Eintrag hat.',
    hasMore: (name, count) => `${name}: ${figure(count)} mehr.`,
    sameNumber: 'Gleich viele.',
    newest: (total, when, by, about) =>
      total === 1
        ? `Der einzige Eintrag${about}${by}${when}:`
        : `Der neueste von ${figure(total)} Einträgen${about}${by}${when}:`,
    oldest: (total, when, by, about) =>
      total === 1
        ? `Der einzige Eintrag${about}${by}${when}:`
        : `Der älteste von ${figure(total)} Einträgen${about}${by}${when}:`,
    saysDone: done => `Diese Einträge sagen „${done}“; lies, ob es so ist:`,
    notSaidDone: done => `Kein Eintrag sagt dazu „${done}“.`,
    mentionedIn: about => `Einträge${about} stehen in:`,
    notPlanned: when =>
      `Was zu tun ist${when === '' ? '' : ` (${when.trim()})`}, wird hier nicht festgehalten: es gibt keine Aufgaben oder Pläne, die ich lesen könnte. Ich weiß nur, was geschrieben wurde.`,
    furtherLogs: count => `und ${some(count, 'weiterer Eintrag', 'weitere Einträge')}`,
    showMore: 'Mehr zeigen',
    noMore: 'Mehr gibt es nicht.',
    labelled: label => ` mit dem Label „${label}“`,
    opens: link => `${link} öffnet sich, wenn du den Knopf drückst.`,
    openLabel: name => `${name} öffnen`,
    openNone: `Ich fand kein Logbuch oder Dokument dieses Namens, das du öffnen kannst. ${questionLink('Welche Logbücher gibt es?')} zählt sie auf.`,
    searchLabel: words => `Alles nach „${words}“ durchsuchen`,
    nearest: 'Am nächsten kommt, was du öffnen kannst:',
    wrote: (name, count) => `${name} schrieb ${some(count, 'Eintrag', 'Einträge')}:`,
    othersWrote: count => `${some(count, 'weiterer Eintrag ist', 'weitere Einträge sind')} von anderen.`,
    summary: (of, count, people, from, to) =>
      `**${of}**: ${some(count, 'Eintrag', 'Einträge')} von ${some(people, 'Person', 'Personen')}, ${from === to ? from : `${from} bis ${to}`}. Die Sätze unten stammen aus den Einträgen selbst.`,
    summaryNone: of => `**${of}**: Es wurde nichts eingetragen, was du öffnen kannst.`,
    everything: 'Alles, was du öffnen kannst',
    mostAbout: words => `Am häufigsten erwähnt: ${words}.`,
    writeInto: name => `In ${name} eintragen`,
    proposal: logbook => `Das würde ich in ${logbook} eintragen. Eingetragen wird erst, wenn du den Knopf drückst.`,
    proposalNone: `Ich fand kein Logbuch dieses Namens, in das du schreiben kannst. ${questionLink('Welche Logbücher gibt es?')} zählt sie auf.`,
    by: name => ` von ${name}`,
    about: words => ` zu „${words}“`,
    inLogbook: name => ` in ${name}`,
    when: {
      today: ' von heute',
      yesterday: ' von gestern',
      dayBeforeYesterday: ' von vorgestern',
      tomorrow: ' morgen',
      nextWeek: ' in der nächsten Woche',
      thisMonth: ' in diesem Monat',
      lastMonth: ' im letzten Monat',
      since: day => ` seit ${day}`,
      between: (first, last) => ` von ${first} bis ${last}`,
      thisWeek: ' in dieser Woche',
      lastWeek: ' in der letzten Woche',
      lastDays: days => ` in den letzten ${days} Tagen`,
      on: day => ` am ${day}`,
    },
  },
}
