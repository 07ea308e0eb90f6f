import { anyOf, counting } from '../../../../platform/words/patterns'
import type { GuestPhrases } from './phrases'

const { some } = counting('de-DE')

export const german: GuestPhrases = {
  asks: {
    said: anyOf(
      'was (?:hat|haben|sagte|sagten|sagt|wurde)(?: .*)? (?:gesagt|erwähnt|erzählt|gesprochen|besprochen)',
      'was (?:sagte|sagten|sagt|erzählte|meinte).*',
      'hat (?:jemand|wer|man) .*(?:gesagt|erwähnt)',
      'wurde .*(?:gesagt|erwähnt|besprochen)',
    ),
    decisions: anyOf('entscheidung(?:en)?', 'entschieden', 'beschlüsse', 'beschluss', 'beschlossen', 'vereinbart'),
    actions: anyOf('aufgaben?', 'zu erledigen', 'zu tun', 'to-?dos?', 'nächsten? schritte?', 'maßnahmen?'),
    speakers: anyOf(
      'sprecher(?:innen|in|n)?',
      'wer (?:spricht|sprach|redet|hat gesprochen|war dabei|ist zu hören)',
      'wie viele (?:leute|personen|stimmen)',
      'teilnehmer(?:innen)?',
    ),
    privacy: anyOf(
      'was (?:passiert|geschieht) mit',
      'wie lange',
      'datenschutz',
      'gelöscht',
      'wer kann .*(?:sehen|hören|lesen)',
    ),
    keep: anyOf('behalten', 'behalte', 'speichern', 'sichern', 'registrieren', 'anmelden', 'konto', 'herunterladen'),
    upload: anyOf('hochladen', 'lade ich', 'aufnehmen', 'nehme ich', 'wie fange ich an'),
    summary: anyOf('zusammenfassung', 'zusammenfassen', 'fasse?', 'worum (?:ging|geht) es', 'überblick', 'kurzfassung'),
    what: anyOf('was ist (?:das|dies|wheelhouse|mate)', 'wer bist du', 'was bist du', 'wheelhouse'),
    help: anyOf('was kannst du', 'was kann ich', 'hilfe', 'wie funktioniert'),
  },
  speakerNumber: anyOf('sprecher(?:in)? (\\d{1,3})'),
  say: {
    help: [
      'Ich beantworte Fragen zu deinen eigenen Aufnahmen. Lade eine hoch oder nimm etwas auf und frag mich:',
      '- *Liste die Entscheidungen auf* oder *Liste die Aufgaben auf*',
      '- *Was hat Priya zum Budget gesagt?*, *Was hat Sprecher 2 gesagt?*',
      '- *Wer sind die Sprecher?*, *Fasse die Aufnahme zusammen*',
      '- *Wie kann ich sie behalten?*',
      '',
      'Mitglieder eines Arbeitsbereichs können mich auch nach ihren Logbüchern, Einträgen und Leuten fragen.',
    ].join('\n'),
    helpNoWords: [
      'Ich kann dir sagen, wer in deinen eigenen Aufnahmen wann sprach. Für die Worte braucht dieser Server ein Sprachmodell, das er noch nicht hat. Lade eine hoch oder nimm etwas auf und frag mich:',
      '- *Wer sind die Sprecher?*',
      '- *Wie kann ich sie behalten?*, *Was passiert mit meiner Aufnahme?*',
      '- *Was ist Wheelhouse?*',
    ].join('\n'),
    greeting:
      'Hallo. Lade eine Besprechung hoch oder nimm eine auf, und ich sage dir, wer was gesagt hat. *Was kannst du hier?* zählt auf, was ich beantworte.',
    what: 'Wheelhouse ist ein Arbeitsbereich für Teams: Logbücher, die sich selbst zusammenfassen, Aufnahmen von Besprechungen mit dem, was jeder gesagt hat, und Livebilder von Bildschirmen und Kameras. Ich bin Mate, der Assistent. Als Gast kannst du mich mit einer eigenen Aufnahme ausprobieren.',
    keep: 'Drücke auf **Registrieren**, das kostet nichts. Die Aufnahme wird dann ein privates Dokument von dir, mit Transkript, Namen der Sprecher und Zusammenfassung. Sonst wird sie 24 Stunden nach deiner Ankunft gelöscht.',
    privacy:
      'Deine Aufnahmen kannst nur du sehen, und nur von hier. Alles von dir, auch was du mich fragst, wird 24 Stunden nach deiner Ankunft gelöscht, außer du registrierst dich und behältst es.',
    upload:
      'Wähle neben diesem Chat eine Ton- oder Videodatei, oder nimm mit dem Mikrofon auf. Als Gast geht das dreimal, mit 100 MB je Datei.',
    notUnderstood: 'Diese Frage habe ich nicht verstanden.',
    modelHint:
      'Ich kenne eine feste Reihe von Fragen; *Was kannst du hier?* zählt sie auf. Ein Betreiber kann ein Sprachmodell verbinden, dann kannst du frei fragen.',
    perhaps: 'Ich habe die Frage nicht ganz verstanden, aber ihre Wörter fallen hier:',
    noRecording:
      'Es gibt noch keine Aufnahme von dir. Lade eine hoch oder nimm eine Besprechung auf, und frag mich dann noch einmal.',
    stillWorking: recording => `Ich höre mir ${recording} noch an. Frag mich gleich noch einmal.`,
    failed: recording =>
      `${recording} ließ sich nicht mitschreiben. Neben der Aufnahme kannst du es noch einmal versuchen.`,
    noWords: recording =>
      `Von ${recording} weiß ich nur, wer wann spricht: Dieser Server hat kein Modell, das die Wörter mitschreibt. *Wer sind die Sprecher?* sagt, was ich weiß.`,
    decisions: recording => `Diese Sätze aus ${recording} klingen nach Entscheidungen:`,
    noDecisions: recording => `In ${recording} fand ich keinen Satz, der nach einer Entscheidung klingt.`,
    actions: recording => `Diese Sätze aus ${recording} klingen nach etwas, das zu tun ist:`,
    noActions: recording => `In ${recording} fand ich keinen Satz, der nach etwas klingt, das zu tun ist.`,
    said: (recording, who, about) =>
      `${who === '' ? 'Gesagt' : `${who} sagt`}${about === '' ? '' : ` zu „${about}“`} in ${recording}:`,
    nothingSaid: (recording, who, about) =>
      `In ${recording} fand ich nichts, was ${who === '' ? 'jemand' : who}${about === '' ? '' : ` zu „${about}“`} sagt.`,
    more: count => `und noch ${some(count, 'Mal', 'Male')}`,
    speakers: (recording, count) => `In ${recording} höre ich ${some(count, 'Stimme', 'Stimmen')}:`,
    speaker: number => `Sprecher ${number}`,
    spoke: minutes => `spricht ${minutes} lang`,
    perhapsCalled: (name, words, moment) => `vielleicht **${name}**, sagt „${words}“ ${moment}`,
    howToName: 'Namen sind nur Vorschläge von mir. Benennen kannst du jemanden im Transkript.',
    summary: recording => `Zusammenfassung von ${recording}:`,
    noSummary: recording => `Von ${recording} gibt es keine Zusammenfassung.`,
  },
}
